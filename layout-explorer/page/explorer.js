// The page: sends questions to the crate, shows its answers. It knows nothing of layouts.

const PRESETS = [
  'f32[3,5]{1,0:T(2,2)}', 'bf16[300,500]{1,0:T(8,128)(2,1)}', 'f32[2,3,4]{2,1,0:T(*,2,2)}',
  's4[6,16]{1,0:T(4,8)(2,1)E(4)}', 'bf16[99]{0:T(256)(128)(2,1)}', 'f32[12,34]{0,1}',
  'f32[20,37,3,2]{3,2,1,0:T(16,1,1,1)}',
];

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

function table(heads, rows) {
  const made = element('table');
  const head = made.createTHead().insertRow();
  for (const text of heads) head.append(element('th', text, { scope: 'col' }));
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

(async () => {
  // The smallest module whose memory has 64-bit addresses.
  const memory64 = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 5, 3, 1, 4, 1]);
  const is64 = by('wasm64').textContent !== '' && WebAssembly.validate(memory64);
  const encoded = atob(by(is64 ? 'wasm64' : 'wasm32').textContent);
  const packed = new Blob([Uint8Array.from(encoded, (c) => c.charCodeAt(0))]);
  const unpacked = packed.stream().pipeThrough(new DecompressionStream('gzip'));
  const module = await WebAssembly.compile(await new Response(unpacked).arrayBuffer());
  const crate = await start(module, is64);
  by('limits').hidden = is64;

  let shown = null; // the answer for the text in the box
  let language = 'Rust';
  const question = (ask, more = {}) => ({ ask, text: by('layout').value, tpu: by('tpu').checked, ...more });

  function show() {
    const answer = crate.ask(question('layout'));
    by('error').replaceChildren();
    if (answer.error) return showError(answer.error);
    shown = answer;
    const steps = [...answer.steps, { name: answer.text, svg: answer.svg }];
    by('steps').hidden = steps.length < 2;
    by('step').max = steps.length - 1;
    by('step').value = steps.length - 1;
    by('step').oninput = () => showStep(steps[by('step').value]);
    showStep(steps[steps.length - 1]);
    by('explanation').textContent = answer.explanation;
    showBill(answer);
    showFormula();
    compare();
    by('answer').textContent = '';
    document.title = answer.text;
    document.documentElement.dataset.ready = '';
  }

  function showError(error) {
    const text = by('layout').value;
    const lines = [error.message];
    if (error.start !== undefined) {
      const carets = '^'.repeat(Math.max(1, error.end - error.start));
      lines.push(`  | ${text}`, `  | ${' '.repeat(error.start)}${carets}`);
    }
    if (error.help) lines.push(`  = help: ${error.help}`);
    if (error.note) lines.push(`  = note: ${error.note}`);
    by('error').append(lines.join('\n'));
    if (error.corrected) {
      const button = element('button', error.corrected, { type: 'button' });
      button.onclick = () => go(error.corrected);
      by('error').append('\n', button);
    }
    document.documentElement.dataset.ready = '';
  }

  function showStep(step) {
    by('step-name').textContent = step.name;
    const svg = picture(step.svg);
    by('picture').replaceChildren(svg);
    // One stop for the keyboard, from which arrows go on.
    svg.setAttribute('role', 'group');
    for (const cell of cells()) {
      cell.setAttribute('role', 'img');
      cell.setAttribute('tabindex', '-1');
    }
    cells()[0]?.setAttribute('tabindex', '0');
  }

  const cells = () => [...by('picture').querySelectorAll('[data-position]')];

  /** The nearest cell in the direction of a key; `Home` and `End` are the ends of a row. */
  function neighbour(from, key) {
    const middle = (cell) => {
      const { left, top, width, height } = cell.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const [x, y] = middle(from);
    const directions = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1], End: [1, 0], Home: [-1, 0] };
    const [right, down] = directions[key];
    const distances = cells().map((cell) => {
      const [cx, cy] = middle(cell);
      const along = (cx - x) * right + (cy - y) * down;
      const aside = Math.abs((cx - x) * down + (cy - y) * right);
      return { cell, along, aside };
    }).filter(({ along }) => along > 1);
    if (key === 'End' || key === 'Home') {
      const row = distances.filter(({ aside }) => aside < 2);
      return row.sort((a, b) => b.along - a.along)[0]?.cell;
    }
    return distances.sort((a, b) => (a.along + 4 * a.aside) - (b.along + 4 * b.aside))[0]?.cell;
  }

  function showBill(answer) {
    const share = answer.padded_bytes ? 1 - answer.num_bytes / answer.padded_bytes : 0;
    const rows = [
      ['elements', bytes(answer.num_bytes)],
      ['with padding', bytes(answer.padded_bytes)],
      ['padding', `${(100 * share).toFixed(1)}%`],
      ...answer.padding.map((p) => [`dimension ${p.dimension}`, `${thousands(p.size)} rounds up to ${thousands(p.padded)}`]),
    ];
    by('bill').replaceChildren(table(['', 'bytes'], rows));
    const remedies = answer.remedies.map((remedy) => {
      const button = element('button', remedy.what, { type: 'button', title: remedy.text });
      button.onclick = () => go(remedy.text);
      return [button, bytes(remedy.padded_bytes)];
    });
    if (remedies.length) by('bill').append(table(['fewer bytes', ''], remedies));
  }

  function showFormula() {
    const buttons = Object.keys(shown.formulas).filter((name) => shown.formulas[name]).map((name) => {
      const button = element('button', name, { type: 'button' });
      button.setAttribute('aria-pressed', name === language);
      button.onclick = () => { language = name; showFormula(); };
      return button;
    });
    by('languages').replaceChildren(...buttons);
    by('formula').textContent = shown.formulas[language] ?? '';
  }

  /** Shows what is at an index or a position, and lights its cells. */
  function cell(of, except) {
    const answer = crate.ask(question('cell', of));
    if (answer.error) {
      by('answer').textContent = answer.error.message;
      return;
    }
    if (except !== 'index') by('index').value = answer.index ? answer.index.join(',') : '';
    if (except !== 'position') by('position').value = answer.position;
    const place = `tile ${answer.tile}, position ${answer.position}, byte ${answer.byte}`;
    const bit = answer.bit ? `, bit ${answer.bit}` : '';
    const at = answer.index ? `(${answer.index.join(',')})` : 'padding';
    by('answer').textContent = `${at}: ${place}${bit}\n${answer.work}`;
    for (const lit of document.querySelectorAll('#picture .lit')) lit.classList.remove('lit');
    for (const lit of document.querySelectorAll(`#picture [data-position="${answer.position}"]`)) lit.classList.add('lit');
  }

  function point(event) {
    const target = event.target.closest?.('[data-position]');
    if (target) cell({ position: Number(target.dataset.position) });
  }
  for (const kind of ['pointerover', 'focusin', 'click']) by('picture').addEventListener(kind, point);
  by('picture').addEventListener('focusin', ({ target }) => {
    for (const cell of by('picture').querySelectorAll('[tabindex="0"]')) cell.setAttribute('tabindex', '-1');
    target.setAttribute('tabindex', '0');
  });
  by('picture').addEventListener('keydown', (event) => {
    if (!event.target.dataset.position || !/^(Arrow|Home$|End$)/.test(event.key)) return;
    event.preventDefault();
    neighbour(event.target, event.key)?.focus();
  });
  by('index').oninput = () => {
    const numbers = by('index').value.match(/\d+/g) ?? [];
    cell({ index: numbers.map(Number) }, 'index');
  };
  by('position').oninput = () => cell({ position: Number(by('position').value.trim() || NaN) }, 'position');

  function compare() {
    const other = by('other').value;
    by('verdict').replaceChildren();
    if (!other) return;
    const answer = crate.ask(question('compare', { other }));
    if (answer.error) return by('verdict').append(element('pre', answer.error.message));
    const verdict = answer.bitcast
      ? 'A bitcast: a buffer of one is a buffer of the other.'
      : `Not a bitcast: ${answer.why}.`;
    const [a, b] = answer.padded_bytes.map(bytes);
    by('verdict').append(element('p', verdict), element('p', `${a}, and ${b}`));
    if (answer.moved.length) {
      const rows = answer.moved.map((m) => [`(${m.index.join(',')})`, String(m.from), String(m.to)]);
      by('verdict').append(table(['elements that move', 'from', 'to'], rows));
    }
    by('verdict').append(picture(answer.svg));
  }
  by('other').oninput = compare;

  // The address carries the text: a choice is a step of the history, typing is not.
  const address = () => decodeURIComponent(location.hash.slice(1));
  function go(text) {
    by('layout').value = text;
    history.pushState(null, '', `#${encodeURIComponent(text)}`);
    show();
  }
  by('layout').oninput = () => {
    history.replaceState(null, '', `#${encodeURIComponent(by('layout').value)}`);
    show();
  };
  by('tpu').onchange = show;
  onpopstate = onhashchange = () => {
    let text;
    try { text = address(); } catch { return; }
    if (text !== by('layout').value) { by('layout').value = text; show(); }
  };
  for (const text of PRESETS) {
    const chip = element('button', text, { type: 'button' });
    chip.onclick = () => go(text);
    by('presets').append(chip);
  }

  by('copy').onclick = () => navigator.clipboard.writeText(by('formula').textContent);
  by('save').onclick = () => {
    const link = element('a', '', { download: 'layout.svg' });
    link.href = URL.createObjectURL(new Blob([shown.svg], { type: 'image/svg+xml' }));
    link.click();
    URL.revokeObjectURL(link.href);
  };

  // A dump is read by a worker, so that the page goes on.
  let worker = null;
  function read(file) {
    worker?.terminate();
    const script = new Blob([by('worker').textContent], { type: 'text/javascript' });
    worker = new Worker(URL.createObjectURL(script));
    by('progress').hidden = false;
    by('audit').replaceChildren();
    worker.onmessage = ({ data }) => {
      if (data.progress !== undefined) by('progress').value = data.progress;
      else {
        by('progress').hidden = true;
        if (data.table) showTable(data.table, file.name);
        else by('audit').append(element('p', `${file.name} was not read: ${data.failed}`));
      }
    };
    worker.postMessage({ module, is64, file });
  }
  function showTable(found, name) {
    if (!found.arrays) {
      by('audit').append(element('p', `${name} has no array that is understood: give HLO text or StableHLO text.`));
      return;
    }
    const rows = (words) => found.rows.filter((row) => row.layout.includes(words)).map((row) => {
      const open = element('button', row.layout, { type: 'button' });
      open.onclick = () => go(row.layout);
      const share = row.padded_bytes ? 100 * (1 - row.num_bytes / row.padded_bytes) : 0;
      return [open, String(row.count), bytes(row.padded_bytes * row.count), `${share.toFixed(1)}%`];
    });
    const heads = ['layout', 'arrays', 'bytes, if all were live', 'padding'];
    const draw = () => by('audit').replaceChildren(
      element('p', `${name}: ${thousands(found.arrays)} arrays of ${thousands(found.layouts)} layouts`),
      table(heads, rows(by('filter').value)),
    );
    by('filter').hidden = false;
    by('filter').oninput = draw;
    draw();
  }
  by('dump').onchange = () => by('dump').files[0] && read(by('dump').files[0]);
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) read(event.dataTransfer.files[0]);
  });

  let first;
  try { first = address(); } catch { first = ''; }
  by('layout').value = first || PRESETS[0];
  show();
})();
