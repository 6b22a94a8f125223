// Uses the page as a reader does, and reports what it shows. What it should show is judged by the
// tests, which serve the texts that are typed: `cases.json`.

const report = (topic, what) => fetch('/report', { method: 'POST', body: JSON.stringify({ topic, ...what }) });
const until = async (condition) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** The page in a frame, once its first picture stands. */
class Page {
  static async open(hash = '', width = 1200) {
    const page = new Page();
    page.frame = document.createElement('iframe');
    page.frame.style.cssText = `width: ${width}px; height: 900px; border: 0`;
    page.violations = [];
    page.frame.src = `/page${Page.query()}#${hash}`;
    document.body.replaceChildren(page.frame);
    await until(() => page.frame.contentDocument?.URL.includes('/page'));
    page.window.addEventListener('securitypolicyviolation', (event) => page.violations.push(event.violatedDirective + ' ' + event.sourceFile));
    await until(() => page.document.documentElement?.dataset.ready !== undefined);
    return page;
  }
  // A page that was not open before: a change of the hash alone would not load it anew.
  static query = () => `?${Page.count = (Page.count ?? 0) + 1}`;

  get window() { return this.frame.contentWindow; }
  get document() { return this.frame.contentDocument; }
  by(id) { return this.document.getElementById(id); }
  text(id) { return this.by(id).textContent; }
  cells() { return [...this.by('picture').querySelectorAll('[data-index]')]; }
  type(id, text) {
    this.by(id).value = text;
    this.by(id).dispatchEvent(new this.window.Event('input', { bubbles: true }));
  }
  hover(cell) {
    cell.dispatchEvent(new this.window.PointerEvent('pointerover', { bubbles: true }));
  }
  press(key) {
    this.document.activeElement.dispatchEvent(
      new this.window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }
  drop(file) {
    const transfer = new this.window.DataTransfer();
    transfer.items.add(file);
    this.document.body.dispatchEvent(
      new this.window.DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }
  /** Drops a dump, and waits for its table or for what is said in place of it. */
  async audit(parts, name) {
    this.drop(new File(parts, name));
    await until(() => !this.by('progress').hidden);
    await until(() => this.by('progress').hidden);
  }
}

const topics = {
  async start(cases) {
    const page = await Page.open();
    const [navigation] = page.window.performance.getEntriesByType('navigation');
    await report('start', {
      ready: page.window.performance.now(),
      loaded: navigation.responseEnd,
      text: page.by('layout').value,
      cells: page.cells().length,
      is64: page.by('limits').hidden,
    });
  },

  async layouts({ layouts }) {
    const page = await Page.open();
    for (const text of layouts) {
      page.type('layout', text);
      const svg = page.by('picture').querySelector('svg');
      await report('layouts', {
        text, error: page.text('error'), title: page.document.title,
        cells: page.by('picture').querySelectorAll('[data-position]').length,
        height: svg?.getBoundingClientRect().height ?? 0,
      });
    }
    await report('layouts', { violations: page.violations });
  },

  async hovered({ hovered }) {
    const page = await Page.open();
    for (const { text, index } of hovered) {
      page.type('layout', text);
      const cells = page.cells();
      const found = [0, 0.3, 0.7, 1].map((share) => {
        const cell = cells[Math.floor(share * (cells.length - 1))];
        if (!cell) return null;
        page.by('position').value = '';
        page.hover(cell);
        const lit = [...page.by('picture').querySelectorAll('.lit')];
        return {
          index: cell.dataset.index, position: page.by('position').value, shown: page.by('index').value,
          lit: lit.length > 0 && lit.every((cell) => cell.dataset.position === page.by('position').value),
        };
      });
      page.type('index', index.join(','));
      const typed = page.by('position').value;
      page.type('position', typed);
      await report('hovered', { text, found, typed, back: page.by('index').value });
    }
  },

  async address({ layouts }) {
    for (const text of layouts.slice(0, 4)) {
      const page = await Page.open(text); // as people paste it
      const before = page.by('layout').value;
      page.type('layout', `${text} `);
      page.type('layout', text);
      const hash = page.window.location.hash.slice(1);
      await report('address', { text, before, after: (await Page.open(hash)).by('layout').value });
    }
    const page = await Page.open();
    const shown = () => [page.by('layout').value, decodeURIComponent(page.window.location.hash.slice(1)), page.document.title];
    const step = async (act) => {
      const before = page.by('layout').value;
      act();
      await until(() => page.by('layout').value !== before);
      return shown();
    };
    const chips = [...page.by('presets').querySelectorAll('button')].slice(1, 3);
    const steps = [];
    for (const chip of chips) steps.push(await step(() => chip.click()));
    steps.push(await step(() => page.window.history.back()));
    steps.push(await step(() => page.window.history.forward()));
    await report('history', { chips: chips.map((chip) => chip.textContent), steps });
  },

  async large({ large }) {
    const page = await Page.open(large.text);
    page.type('index', large.index.join(','));
    await report('large', {
      error: page.text('error'), bill: page.text('bill'),
      position: page.by('position').value, answer: page.text('answer'),
    });
  },

  async hostile({ hostile }) {
    const elements = (page) => ['script', 'img', 'iframe', 'object', 'embed', 'link', 'base', 'form', 'style']
      .map((name) => [...page.document.querySelectorAll(name)].filter((one) => !one.closest('svg')).length).join();
    for (const text of hostile) {
      const page = await Page.open();
      const before = elements(page);
      page.type('layout', text);
      const error = page.text('error');
      page.type('other', text);
      page.type('index', text);
      page.type('position', text);
      await page.audit([`%x = f32[2,3]{1,0} add(%p), metadata={op_name="${text}"}\n${text}\n`], `${text}.txt`);
      await page.audit([text], text);
      const after = elements(page);
      let ran = page.window.hacked;
      const loaded = await Page.open(encodeURIComponent(text));
      await new Promise((resolve) => setTimeout(resolve, 30));
      ran ??= loaded.window.hacked ?? window.hacked;
      await report('hostile', {
        text, error, loaded: loaded.text('error'), box: loaded.by('layout').value,
        elements: [before, after, elements(loaded)], ran: Boolean(ran),
        violations: [...page.violations, ...loaded.violations],
      });
    }
  },

  async dump({ dump }) {
    const page = await Page.open();
    const parts = Array(dump.copies).fill(dump.text);
    let last = performance.now(), longest = 0, ticks = 0;
    const clock = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      ticks++;
    }, 10);
    const file = new File([new Blob(parts)], 'large.txt');
    const begin = last = performance.now();
    longest = ticks = 0;
    page.drop(file);
    const values = new Set();
    // The page answers while it reads.
    await until(() => page.by('progress').value > 0);
    page.type('layout', 'f32[3,5]{1,0:T(2,2)}');
    page.hover(page.cells()[13]);
    const during = { answer: page.text('answer'), reading: !page.by('progress').hidden };
    await until(() => {
      values.add(page.by('progress').value);
      return page.by('progress').hidden;
    });
    clearInterval(clock);
    await report('dump', {
      size: file.size, milliseconds: performance.now() - begin, longest, ticks,
      values: values.size, during, table: page.text('audit').slice(0, 200),
    });
  },

  async parts() {
    const page = await Page.open('f32[3,5]{1,0:T(2,2)}');
    const parts = [];
    const tokens = [...page.by('anatomy').querySelectorAll('[role=button]')];
    for (const token of tokens) {
      token.focus();
      parts.push({
        text: token.textContent, step: page.text('step-name'),
        cells: page.by('anatomy').querySelectorAll('.lit[data-position]').length,
      });
      token.blur();
    }
    const still_lit = page.by('anatomy').querySelectorAll('.lit').length;
    await report('parts', { parts, after: page.text('step-name'), still_lit });
  },

  async compare() {
    const page = await Page.open('f32[4,6]{1,0:T(2,2)}');
    page.type('other', 'f32[4,6]{1,0}');
    page.type('index', '2,3');
    const lit = ['picture', 'verdict'].map((id) => page.by(id).querySelector('.lit')?.dataset.index);
    await report('compare', { verdict: page.text('verdict'), lit });
  },

  async audit() {
    const page = await Page.open();
    const layouts = () => [...page.by('audit').querySelectorAll('tbody tr')].map((row) => row.cells[0].textContent);
    const tables = {};
    for (const [kind, path] of [['text', '/module.txt'], ['proto', '/module.pb']]) {
      await page.audit([await (await fetch(path)).arrayBuffer()], path);
      tables[kind] = layouts();
    }
    page.by('audit').querySelector('th button').click();
    tables.by_layout = layouts();
    page.type('filter', 'fusion');
    tables.by_name = layouts();
    page.by('audit').querySelector('tbody button').click();
    await report('audit', { ...tables, opened: page.by('layout').value });
  },

  async keyboard() {
    const page = await Page.open('f32[3,5]{1,0:T(2,2)}');
    const first = page.by('picture').querySelector('[tabindex="0"]');
    first.focus();
    const stops = page.by('picture').querySelectorAll('[tabindex="0"]').length;
    const told = [[page.by('index').value, page.by('position').value]];
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'End', 'Home']) {
      page.press(key);
      told.push([page.by('index').value, page.by('position').value]);
    }
    const labels = [...page.document.querySelectorAll('input, button, progress, [role=group]')]
      .filter((one) => !one.hidden)
      .filter((one) => !(one.labels?.length || one.getAttribute('aria-label') || one.textContent.trim()));
    await report('keyboard', { stops, told, unlabelled: labels.map((one) => one.outerHTML) });
  },

  async narrow({ layouts, dump }) {
    const page = await Page.open('', 360);
    await page.audit([dump.text], 'a dump with a name that is longer than a telephone is wide.txt');
    page.type('other', layouts[layouts.length - 1]);
    for (const text of layouts) {
      page.type('layout', text);
      const { scrollWidth, clientWidth } = page.document.documentElement;
      await report('narrow', { text, overflow: scrollWidth - clientWidth });
    }
  },
};

(async () => {
  const cases = await (await fetch('/cases.json')).json();
  for (const [topic, run] of Object.entries(topics)) {
    try {
      await run(cases);
    } catch (error) {
      await report(topic, { failed: error.stack });
    }
  }
  await report('done', {});
})();
