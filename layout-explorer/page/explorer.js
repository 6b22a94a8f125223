// The page: sends questions to the crate, shows its answers. It knows nothing of layouts.

const PRESETS = [
  'f32[3,5]{1,0:T(2,2)}', 'bf16[300,500]{1,0:T(8,128)(2,1)}', 'f32[2,3,4]{2,1,0:T(*,2,2)}',
  's4[6,16]{1,0:T(4,8)(2,1)E(4)}', 'bf16[99]{0:T(256)(128)(2,1)}', 'f32[12,34]{0,1}',
  'f32[20,37,3,2]{3,2,1,0:T(16,1,1,1)}',
];

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
  const ask = (what, ...fields) =>
    crate.ask([...(by('tpu').checked ? ['tpu'] : []), what, by('layout').value, ...fields]);

  function show() {
    const answer = ask('layout');
    by('error').replaceChildren();
    if (answer.error) return showError(answer.error);
    shown = answer;
    const { steps } = answer;
    by('steps').hidden = steps.length < 2;
    by('step').max = steps.length - 1;
    by('step').value = steps.length - 1;
    by('step').oninput = () => showStep(steps[by('step').value]);
    by('step').oninput();
    showAnatomy(answer);
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
    if (error.corrected) by('error').append('\n', button(error.corrected, () => go(error.corrected)));
    document.documentElement.dataset.ready = '';
  }

  function showStep(step) {
    by('step-name').textContent = step.what;
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

  /** The parts of the text: each lights what it means, and shows the array at its step. */
  function showAnatomy({ anatomy, steps }) {
    const svg = picture(anatomy);
    svg.setAttribute('role', 'group');
    by('anatomy').replaceChildren(svg);
    let tiles = 0;
    for (const token of svg.querySelectorAll('.mo:not(.la)')) {
      const part = token.classList[1];
      if (part === 't3' || part === 't4') tiles++;
      const number = part === 't0' ? -1 : steps.findLastIndex((step) => step.tiles === (part === 't3' || part === 't4' ? tiles : 0));
      token.setAttribute('tabindex', '0');
      token.setAttribute('role', 'button');
      token.onpointerenter = token.onfocus = () => light(svg, part, steps[number]);
      token.onpointerleave = token.onblur = () => light(svg, null, steps[by('step').value]);
      token.onclick = () => { if (number >= 0) by('step').value = number; };
    }
  }

  /** Lights a part of the anatomy, or none; the picture keeps its height, so that nothing moves. */
  function light(svg, part, step) {
    by('picture').style.height = part ? `${by('picture').offsetHeight}px` : '';
    if (step) showStep(step);
    svg.classList.toggle('part', Boolean(part));
    for (const one of svg.querySelectorAll('.lit')) one.classList.remove('lit');
    if (!part) return;
    // The bar above a panel has its part's colour; inner tiles are in the panel of the order.
    const color = part === 't4' ? 't2' : part;
    const bar = svg.querySelector(`rect.${color}[height="3"]`)?.getBBox();
    for (const one of svg.children) {
      const { x, y, width } = one.getBBox?.() ?? {};
      const middle = x + width / 2;
      const within = bar && y >= bar.y && middle >= bar.x && middle <= bar.x + bar.width;
      if (within || one.classList.contains(part) || one.classList.contains(`s${part[1]}`)) one.classList.add('lit');
    }
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
    const remedies = answer.remedies.map((remedy) => [
      button(remedy.what, () => go(remedy.text), { title: remedy.text }),
      bytes(remedy.padded_bytes),
    ]);
    if (remedies.length) by('bill').append(table(['fewer bytes', ''], remedies));
  }

  function showFormula() {
    const names = Object.keys(shown.formulas).filter((name) => shown.formulas[name]);
    if (!names.includes(language)) language = 'Rust';
    const buttons = names.map((name) => button(
      name, () => { language = name; showFormula(); }, { ariaPressed: String(name === language) }));
    by('languages').replaceChildren(...buttons);
    by('formula').textContent = shown.formulas[language] ?? '';
  }

  /** Shows what is at an index or a position, and lights its cells. */
  function cell(what, text, except) {
    const answer = ask(what, text);
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
    // In the picture by its position, in that of the other layout by its index.
    const index = answer.index ? answer.index.join(',') : 'none';
    for (const lit of document.querySelectorAll('.picture .lit')) lit.classList.remove('lit');
    for (const lit of document.querySelectorAll(
      `#picture [data-position="${answer.position}"], #verdict [data-index="${index}"]`)) lit.classList.add('lit');
  }

  function point(event) {
    const target = event.target.closest?.('[data-position]');
    if (target) cell('position', target.dataset.position);
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
  for (const what of ['index', 'position']) by(what).oninput = () => cell(what, by(what).value, what);

  function compare() {
    const other = by('other').value;
    by('verdict').replaceChildren();
    if (!other) return;
    const answer = ask('compare', other);
    if (answer.error) return by('verdict').append(element('pre', answer.error.message));
    const verdict = answer.bitcast
      ? 'A bitcast: a buffer of one is a buffer of the other.'
      : `Not a bitcast: ${answer.why}.`;
    const [a, b] = answer.padded_bytes.map(bytes);
    by('verdict').append(element('p', verdict), element('p', `${a}, and ${b}.`));
    if (answer.moved_count) {
      const first = answer.compared < shown.num_elements ? 'the first ' : '';
      by('verdict').append(element('p', `${thousands(answer.moved_count)} of ${first}${thousands(answer.compared)} elements move:`));
      const rows = answer.moved.map((m) => [`(${m.index.join(',')})`, thousands(m.from), thousands(m.to)]);
      by('verdict').append(table(['element', 'from position', 'to position'], rows));
    }
    if (answer.no_copy) by('verdict').append(element('p', `No copy: ${answer.no_copy}.`));
    else {
      by('verdict').append(element('p', `A copy reads and writes ${bytes(answer.copied_bytes)}${answer.loops ? ', by these strided loops:' : ', in too many parts to write as loops.'}`));
      if (answer.loops) by('verdict').append(element('pre', answer.loops.join('\n') || 'no element'));
    }
    const drawn = element('div', '', { className: 'picture' });
    drawn.append(picture(answer.svg));
    by('verdict').append(drawn);
  }
  by('other').oninput = compare;

  // The address carries the text: a choice is a step of the history, typing is not.
  const address = () => decodeURIComponent(location.hash.slice(1));
  const hash = (text) => `#${text.replace(/[^\w[\](){},:*=<?.-]/g, encodeURIComponent)}`;
  function go(text) {
    by('layout').value = text;
    history.pushState(null, '', hash(text));
    show();
  }
  by('layout').oninput = () => {
    history.replaceState(null, '', hash(by('layout').value));
    show();
  };
  by('tpu').onchange = show;
  onpopstate = onhashchange = () => {
    let text;
    try { text = address(); } catch { return; }
    if (text !== by('layout').value) { by('layout').value = text; show(); }
  };
  by('presets').append(...PRESETS.map((text) => button(text, () => go(text))));

  by('copy').onclick = () => navigator.clipboard.writeText(by('formula').textContent);
  by('save').onclick = () => save(shown.svg, 'image/svg+xml', 'layout.svg');
  by('save-anatomy').onclick = () => save(shown.anatomy, 'image/svg+xml', 'anatomy.svg');
  by('save-text').onclick = () => save(`${shown.text}\n\n${shown.explanation}`, 'text/plain', 'layout.txt');

  dumps(module, is64, go);

  let first;
  try { first = address(); } catch { first = ''; }
  by('layout').value = first || PRESETS[0];
  show();
})();
