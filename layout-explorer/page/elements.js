// Elements of the page, which hold texts and never markup.

/** @param {string} id */
const by = (id) => document.getElementById(id);
const thousands = (n) => Number(n).toLocaleString('en-US');
const bytes = (n) => {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0, size = Number(n);
  while (size >= 1024 && unit < 4) { size /= 1024; unit++; }
  return unit ? `${size.toPrecision(3)} ${units[unit]} (${thousands(n)} bytes)` : `${n} ${n === 1 ? 'byte' : 'bytes'}`;
};

/** An element with a text, never with markup. */
function element(name, text = '', properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text }, properties);
}

/** A table of texts or elements; a head may be an element, too. On a phone, rows become cards. */
function table(heads, rows, className = '') {
  const made = element('table', '', { className });
  const head = made.createTHead().insertRow();
  const names = heads.map((name) => name.textContent ?? name);
  for (const name of heads) {
    const cell = element('th', '', { scope: 'col' });
    cell.append(name);
    head.append(cell);
  }
  const body = made.createTBody();
  for (const cells of rows) {
    const row = body.insertRow();
    cells.forEach((cell, n) => {
      const made = row.insertCell();
      made.dataset.label = names[n];
      made.append(cell);
    });
  }
  return made;
}

/** A picture of the crate as nodes: parsed as XML, in which no script runs. Each cell has a name, which its texts do not repeat. */
function picture(svg) {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  parsed.setAttribute('role', 'group');
  for (const cell of parsed.querySelectorAll('[data-position], [data-shard]')) {
    cell.setAttribute('role', 'img');
    for (const text of cell.querySelectorAll('text')) text.setAttribute('aria-hidden', 'true');
  }
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

/** Copies to the clipboard, and tells so in an output. */
async function copy(output, what, write) {
  output.textContent = '';
  try {
    await write(navigator.clipboard);
    output.textContent = `${what} copied.`;
  } catch (error) {
    output.textContent = `Not copied: ${error.message}`;
  }
}

/** A picture as PNG, twice as large. */
async function png(svg) {
  const [, width, height] = svg.match(/ width="([\d.]+)" height="([\d.]+)"/).map(Number);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    await image.decode();
    const canvas = element('canvas', '', { width: 2 * width, height: 2 * height });
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
