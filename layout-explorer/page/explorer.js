// The page: sends questions to the crate, shows its answers. It knows nothing of layouts.

const PRESETS = [
  'f32[3,5]{1,0:T(2,2)}', 'bf16[300,500]{1,0:T(8,128)(2,1)}', 'f32[2,3,4]{2,1,0:T(*,2,2)}',
  's4[6,16]{1,0:T(4,8)(2,1)E(4)}', 'bf16[99]{0:T(256)(128)(2,1)}', 'f32[12,34]{0,1}',
  'f32[20,37,3,2]{3,2,1,0:T(16,1,1,1)}',
];

(async () => {
  // The smallest module whose memory has 64-bit addresses.
  const memory64 = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 5, 3, 1, 4, 1]);
  const [size64, size32, text] = by('modules').textContent.split(' ');
  const is64 = size64 !== '0' && WebAssembly.validate(memory64);
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  // The 32-bit module follows the other one.
  const [from, to] = is64 ? [0, Number(size64)] : [Number(size64), Number(size64) + Number(size32)];
  const module = await WebAssembly.compile(unpacked(packed, to).subarray(from));
  const crate = await start(module, is64);
  by('limits').hidden = is64;
  document.body.classList.toggle('embed', new URLSearchParams(location.search).has('embed'));

  const phone = matchMedia('(max-width: 44rem)');
  let shown = null; // the answer for the text in the box
  let element_shown = null; // the answer for the element, and what was asked
  let language = 'Rust';
  /** Asks about a layout, with pictures as `narrow` as the window or as told. */
  const ask = (what, layout, rest = [], narrow = phone.matches) =>
    crate.ask([...(by('tpu').checked ? ['tpu'] : []), ...(narrow ? ['narrow'] : []), what, layout, ...rest]);
  const index = () => element_shown?.index?.join(',') ?? null;
  const invalid = (id, is) => by(id).setAttribute('aria-invalid', String(Boolean(is)));

  function show() {
    const answer = ask('layout', by('layout').value);
    by('error').replaceChildren();
    invalid('layout', answer.error);
    document.body.classList.toggle('stale', Boolean(answer.error));
    document.documentElement.dataset.ready = '';
    if (answer.error) return showError(answer.error);
    shown = answer;
    const { steps } = answer;
    by('steps').hidden = steps.length < 2;
    by('step').max = steps.length - 1;
    by('step').value = steps.length - 1;
    const sizes = [answer, ...steps].map(({ svg }) => svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/));
    by('picture').style.setProperty('--ratio', `${sizes[0][1]} / ${Math.max(...sizes.map((size) => Number(size[2])))}`);
    by('picture').style.setProperty('--wide', phone.matches ? '30rem' : '900px');
    forget();
    showAnatomy();
    showStep(steps.length - 1);
    by('explanation').textContent = answer.explanation;
    showBill(answer);
    showFormula();
    compare();
    shard();
    document.title = answer.text;
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
  }

  // Pictures follow the element: each shows its cell, drawing itself anew if it has none.

  /** Shows what `draw` draws for the element, if the picture in `box` does not have its cell. */
  function follow(box, draw) {
    const at = index();
    const find = (name, value) => [...box.querySelectorAll(`[data-${name}="${value}"]`)];
    // A worked example, and a frame, are those of the element.
    const is_example = box.at !== at && box.querySelector('text.ca, text.mt');
    if (!box.firstChild || box.stale || is_example || at !== null && !find('index', at).length) {
      const focused = box.contains(document.activeElement) ? document.activeElement : null;
      const answer = at === null ? {} : draw(at);
      box.replaceChildren(picture(answer.svg ?? draw('').svg));
      box.stale = false;
      box.at = at;
      const again = focused && find('position', focused.dataset.position)
        .find((one) => one.classList[0] === focused.classList[0]);
      if (again) { again.setAttribute('tabindex', '0'); again.focus(); }
    }
    for (const one of box.querySelectorAll('.lit')) one.classList.remove('lit');
    if (at !== null) for (const one of find('index', at)) one.classList.add('lit');
  }

  let step_drawn = null;
  /** Shows a step, by its number. */
  function showStep(number) {
    const step = shown.steps[number];
    by('step-name').textContent = step.what;
    by('step').setAttribute('aria-valuetext', `${number + 1} of ${shown.steps.length}: ${step.what}`);
    const box = by('picture');
    const is_last = number === shown.steps.length - 1;
    if (step_drawn !== step) box.stale = true;
    step_drawn = step;
    const focus = cells().find((cell) => cell.tabIndex === 0)?.dataset.position;
    follow(box, (at) => at === '' ? step : ask('picture', by('layout').value, [at, number]));
    // One stop for the keyboard, from which arrows go on.
    for (const cell of cells()) cell.setAttribute('tabindex', '-1');
    const stop = cells().find((cell) => cell.dataset.position === focus) ?? cells()[0];
    stop?.setAttribute('tabindex', '0');
    if (!element_shown) return;
    // Padding has no index; its position is that of the whole layout.
    const { position, tile } = element_shown;
    if (is_last && index() === null) {
      for (const one of box.querySelectorAll(`[data-padding][data-position="${position}"]`)) one.classList.add('lit');
    }
    if (is_last) (box.querySelector('.til.mk') ?? box.querySelector(`.til[data-tile="${tile}"]`))?.classList.add('lit');
  }

  let frame = 0;
  function showAnatomy() {
    cancelAnimationFrame(frame);
    const at = index();
    const svg = at === null ? shown.anatomy : ask('anatomy', by('layout').value, [at]).svg;
    anatomy(by('anatomy'), svg, shown.steps, (number, stays) => {
      if (stays && number >= 0) { by('step').value = number; changed(); }
      showStep(number >= 0 && number !== null ? number : Number(by('step').value));
    });
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
    const chosen = names.includes(language) ? language : 'Rust';
    const buttons = names.map((name) => button(
      name, () => { language = name; showFormula(); changed(); }, { ariaPressed: String(name === chosen) }));
    by('languages').replaceChildren(...buttons);
    by('formula').textContent = shown.formulas[chosen] ?? '';
  }

  // The element.

  function forget() {
    element_shown = null;
    for (const id of ['index', 'position']) { by(id).value = ''; invalid(id, false); }
    by('answer').textContent = '';
    by('picture').stale = true;
  }

  /** Draws the anatomy for the element, once per frame. */
  function followAnatomy() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(showAnatomy);
  }

  /** Shows what is at an index or a position; the field `typed` keeps its text. */
  function choose(what, text, typed) {
    if (!shown || document.body.classList.contains('stale')) return;
    const answer = ask(what, by('layout').value, [text]);
    for (const id of ['index', 'position']) invalid(id, id === typed && answer.error && text);
    if (answer.error) {
      if (!text) {
        forget();
        showStep(Number(by('step').value));
        followCompared();
        followAnatomy();
      }
      by('answer').textContent = text ? answer.error.message : '';
    } else {
      tell(answer, typed);
    }
    changed();
  }

  function tell(answer, typed) {
    element_shown = answer;
    if (typed !== 'index') by('index').value = index() ?? '';
    if (typed !== 'position') by('position').value = answer.position;
    const place = `tile ${thousands(answer.tile)}, position ${thousands(answer.position)}, byte ${thousands(answer.byte)}`;
    const bit = answer.bit ? `, bit ${answer.bit}` : '';
    const at = answer.index ? `(${index()})` : 'padding';
    by('answer').textContent = `${at}: ${place}${bit}\n${answer.work}`;
    showStep(Number(by('step').value));
    followCompared();
    shard();
    followAnatomy();
  }

  /** Chooses the element of a cell or the first one of a tile in the picture of a layout. */
  function point(event, layout) {
    const target = event.target.closest?.('[data-position]');
    if (!target) return;
    const { index: at, position } = target.dataset;
    if (at !== undefined) return at === index() || choose('index', at);
    if (layout === shown.text) return Number(position) === element_shown?.position || choose('position', position);
    const there = ask('position', layout, [position]);
    if (there.index && there.index.join(',') !== index()) choose('index', there.index.join(','));
  }
  for (const kind of ['pointerover', 'focusin', 'click']) {
    by('picture').addEventListener(kind, (event) => point(event, shown.steps[by('step').value].text));
  }
  by('picture').addEventListener('focusin', ({ target }) => {
    if (!target.isConnected) return; // drawn anew
    for (const cell of by('picture').querySelectorAll('[tabindex="0"]')) cell.setAttribute('tabindex', '-1');
    target.setAttribute('tabindex', '0');
  });
  by('picture').addEventListener('keydown', (event) => {
    if (!event.target.dataset.position || !/^(Arrow|Home$|End$)/.test(event.key)) return;
    event.preventDefault();
    neighbour(event.target, event.key)?.focus();
  });
  for (const what of ['index', 'position']) by(what).oninput = () => choose(what, by(what).value, what);
  by('step').oninput = () => { showStep(Number(by('step').value)); changed(); };

  // Another layout, and devices.

  function compare() {
    const other = by('other').value;
    for (const id of ['verdict', 'compared', 'copied']) by(id).replaceChildren();
    invalid('other', false);
    if (!other) return;
    const answer = ask('compare', by('layout').value, [other]);
    invalid('other', answer.error);
    if (answer.error) return by('verdict').append(element('pre', answer.error.message));
    const verdict = answer.bitcast
      ? 'A bitcast: a buffer of one is a buffer of the other.'
      : `Not a bitcast: ${answer.why}.`;
    const [a, b] = answer.padded_bytes;
    by('verdict').append(element('p', verdict));
    for (const [layout, size] of [[answer.a, a], [answer.b, b]]) {
      const figure = element('figure');
      const box = element('div', '', { className: 'picture' });
      box.dataset.layout = layout;
      for (const kind of ['pointerover', 'click']) box.addEventListener(kind, (event) => point(event, layout));
      figure.append(element('figcaption', `${layout}: ${bytes(size)}`), box);
      by('compared').append(figure);
    }
    followCompared();
    if (answer.moved_count) {
      const first = answer.compared < shown.num_elements ? 'the first ' : '';
      by('copied').append(element('p', `${thousands(answer.moved_count)} of ${first}${thousands(answer.compared)} elements move:`));
      const rows = answer.moved.map((m) => [button(`(${m.index.join(',')})`, () => choose('index', m.index.join(','))), thousands(m.from), thousands(m.to)]);
      by('copied').append(table(['element', 'from position', 'to position'], rows));
    }
    if (answer.no_copy) by('copied').append(element('p', `No copy: ${answer.no_copy}.`));
    else {
      by('copied').append(element('p', `A copy reads and writes ${bytes(answer.copied_bytes)}:`));
      by('copied').append(element('pre', answer.copy));
    }
  }

  function followCompared() {
    for (const box of by('compared').querySelectorAll('.picture')) {
      follow(box, (at) => ask('picture', box.dataset.layout, [at], true));
    }
  }

  function shard() {
    const sharding = by('sharding').value;
    by('shards').replaceChildren();
    by('located').replaceChildren();
    invalid('sharding', false);
    if (!sharding) return;
    const answer = ask('sharding', by('layout').value, [sharding, index() ?? '']);
    invalid('sharding', answer.error);
    if (answer.error) return by('located').append(answer.error.message);
    by('located').append(`${answer.location}. Each shard is ${answer.shard}: ${bytes(answer.shard_bytes)}.`);
    by('shards').append(picture(answer.svg));
  }
  by('other').oninput = () => { compare(); changed(); };
  by('sharding').oninput = () => { shard(); changed(); };

  // The address: a choice is a step of the history, typing is not.

  const address = () => {
    const last = shown ? shown.steps.length - 1 : 0;
    const step = Number(by('step').value);
    return hash({
      text: by('layout').value,
      tpu: by('tpu').checked,
      step: step < last ? step : null,
      at: index(),
      position: element_shown && index() === null ? element_shown.position : null,
      with: by('other').value || null,
      sharding: by('sharding').value || null,
      in: language === 'Rust' ? null : language,
    });
  };
  let writing = 0;
  /** Writes the address soon: browsers refuse to do so at each move of the pointer. */
  function changed() {
    clearTimeout(writing);
    writing = setTimeout(write, 200);
  }
  function write() {
    clearTimeout(writing);
    const now = address();
    if (now !== location.hash) history.replaceState(null, '', now);
  }
  function go(text) {
    by('layout').value = text;
    show();
    clearTimeout(writing);
    history.pushState(null, '', address());
    scrollTo(0, 0);
  }
  by('layout').oninput = () => { show(); write(); };
  by('tpu').onchange = () => { show(); write(); };
  /** Shows what the address holds. */
  function load() {
    const found = fields();
    by('layout').value = found.text || PRESETS[0];
    by('tpu').checked = found.tpu === true;
    by('other').value = found.with ?? '';
    by('sharding').value = found.sharding ?? '';
    language = found.in ?? 'Rust';
    show();
    if (by('error').textContent) return;
    if (found.step in shown.steps) { by('step').value = found.step; showStep(Number(found.step)); }
    if (found.at !== undefined) choose('index', found.at);
    else if (found.position !== undefined) choose('position', found.position);
  }
  onpopstate = onhashchange = () => { if (location.hash !== address()) load(); };
  phone.onchange = () => { write(); load(); };
  by('presets').append(...PRESETS.map((text) => button(text, () => go(text))));

  const drawn = () => ask('picture', by('layout').value, [index() ?? '', Number(by('step').value)]).svg;
  by('copy-link').onclick = () => {
    write();
    copy(by('done'), 'Link', (clipboard) => clipboard.writeText(location.href));
  };
  by('copy-image').onclick = () => copy(by('done'), 'Image', (clipboard) =>
    clipboard.write([new ClipboardItem({ 'image/png': png(drawn()) })]));
  by('copy').onclick = () => copy(by('copied-formula'), 'Formula', (clipboard) => clipboard.writeText(by('formula').textContent));
  by('save').onclick = () => save(drawn(), 'image/svg+xml', 'layout.svg');
  by('save-anatomy').onclick = () => save(new XMLSerializer().serializeToString(by('anatomy').firstChild), 'image/svg+xml', 'anatomy.svg');
  by('save-text').onclick = () => save(`${shown.text}\n\n${shown.explanation}`, 'text/plain', 'layout.txt');

  dumps(module, is64, go);
  load();
})();
