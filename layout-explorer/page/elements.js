// Elements of the page, which hold texts and never markup.

/** @param {string} id */
const by = (id) => document.getElementById(id);
const thousands = (n) => Number(n).toLocaleString('en-US');
const bytes = (n) => {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0, size = Number(n);
  while (size >= 1024 && unit < 4) { size /= 1024; unit++; }
  return unit ? `${size.toPrecision(3)} ${units[unit]} (${thousands(n)} bytes)` : `${n} bytes`;
};

/** An element with a text, never with markup. */
function element(name, text = '', properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text }, properties);
}

/** A table of texts or elements; a head may be an element, too. */
function table(heads, rows) {
  const made = element('table');
  const head = made.createTHead().insertRow();
  for (const name of heads) {
    const cell = element('th', '', { scope: 'col' });
    cell.append(name);
    head.append(cell);
  }
  const body = made.createTBody();
  for (const cells of rows) {
    const row = body.insertRow();
    for (const cell of cells) row.insertCell().append(cell);
  }
  return made;
}

/** A picture of the crate as nodes: parsed as XML, in which no script runs. */
function picture(svg) {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  return document.importNode(parsed, true);
}

function button(text, onclick, properties = {}) {
  return element('button', text, { type: 'button', onclick, ...properties });
}

/** Gives a text to the reader as a file. */
function save(text, type, name) {
  const link = element('a', '', { download: name, href: URL.createObjectURL(new Blob([text], { type })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
