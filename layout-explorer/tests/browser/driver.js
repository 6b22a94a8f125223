// Uses the page as a reader does, and reports what it shows. What it should show is judged by the
// tests, which serve the texts that are typed: `cases.json`.

const report = (topic, what) => fetch('/report', { method: 'POST', body: JSON.stringify({ topic, ...what }) });
const until = async (condition) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** The page in a frame, once its first picture stands. */
class Page {
  static async open(hash = '', width = 1200, query = Page.query()) {
    const page = new Page();
    page.frame = document.createElement('iframe');
    page.frame.style.cssText = `width: ${width}px; height: 900px; border: 0`;
    page.violations = [];
    page.frame.src = `/page${query}#${hash}`;
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
      const found = [0, 0.3, 0.7, 1].map((share) => {
        page.type('position', '');
        const cells = page.cells();
        const cell = cells[Math.floor(share * (cells.length - 1))];
        if (!cell) return null;
        page.hover(cell);
        const lit = [...page.by('picture').querySelectorAll('.el.lit')];
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
    page.hover(page.by('picture').querySelector('[data-index="2,3"]'));
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
    const boxes = () => [page.by('picture'), ...page.by('compared').querySelectorAll('.picture')];
    const lit = () => boxes().map((box) => box.querySelector('.el.lit')?.dataset.index);
    const typed = lit();
    const [, a, b] = boxes().map((box) => box.getBoundingClientRect());
    page.hover(boxes()[2].querySelector('[data-index="1,2"]'));
    await report('compare', {
      verdict: page.text('verdict') + page.text('copied'), typed, hovered: lit(),
      captions: [...page.document.querySelectorAll('figcaption')].map((one) => one.textContent),
      beside: a.top === b.top && a.right <= b.left,
    });
  },

  /** The answer is in the window wherever a picture is, and pictures follow the element. */
  async follow() {
    for (const width of [1400, 900, 360]) {
      const page = await Page.open('bf16[300,500]{1,0:T(8,128)(2,1)}', width);
      const visible = () => {
        const { top, bottom } = page.by('answer').getBoundingClientRect();
        return top >= 0 && bottom <= page.window.innerHeight && page.text('answer') !== '';
      };
      for (const index of ['9,130', '299,499', '150,250']) {
        page.window.scrollTo(0, 0);
        page.type('index', index);
        page.by('picture').scrollIntoView();
        const at_picture = visible();
        page.by('anatomy').scrollIntoView();
        const at_anatomy = visible();
        const position = Number(page.by('position').value);
        const named = position.toLocaleString('en-US');
        await until(() => page.text('anatomy').includes(named));
        const tile = page.by('picture').querySelector('.til.lit');
        await report('follow', {
          width, index, answers: [at_picture, at_anatomy],
          tile: tile?.dataset.tile, lens: page.text('picture').includes(`Inside tile ${tile?.dataset.tile},`),
          cell: page.by('picture').querySelector('.el.lit')?.dataset.index,
        });
      }
      // A tile opens its inside.
      const tile = page.by('picture').querySelector('.til[data-tile="146"]') ?? page.by('picture').querySelector('.til[data-tile="1"]');
      page.hover(tile);
      await report('opened', { tile: tile.dataset.tile, lens: page.text('picture').includes(`Inside tile ${tile.dataset.tile},`) });
    }
  },

  /** The address holds all that is chosen, and reloading shows it again. */
  async state() {
    const page = await Page.open('f32[1000000,3]&tpu&at=5,2&with=f32[1000000,3]');
    const shown = (page) => ({
      text: page.by('layout').value, tpu: page.by('tpu').checked, title: page.document.title, index: page.by('index').value,
      other: page.by('other').value, step: page.text('step-name'), sharding: page.by('sharding').value,
      language: page.by('languages').querySelector('[aria-pressed=true]').textContent, located: page.text('located'),
    });
    const first = shown(page);
    page.by('step').value = 0;
    page.by('step').dispatchEvent(new page.window.Event('input'));
    [...page.by('languages').querySelectorAll('button')].find((one) => one.textContent === 'LaTeX').click();
    page.type('sharding', '{devices=[4,1]<=[4]}');
    page.type('index', '999999,1');
    const copied = [];
    Object.defineProperty(page.window.navigator, 'clipboard', { value: {
      writeText: async (text) => copied.push(text),
      write: async ([item]) => copied.push(await item.getType('image/png')),
    } });
    page.by('copy-link').click();
    await until(() => copied.length === 1 && page.text('done'));
    const link = { done: page.text('done'), is_address: copied[0] === page.window.location.href };
    page.by('copy-image').click();
    await until(() => copied.length === 2 && page.text('done'));
    const head = new Uint8Array(await copied[1].arrayBuffer()).slice(0, 8);
    page.by('copy').click();
    await until(() => copied.length === 3 && page.text('copied-formula'));
    const done = [link.done, page.text('done'), page.text('copied-formula')];
    const before = shown(page);
    const formula = copied[2] === page.text('formula');
    const after = shown(await Page.open(new URL(copied[0]).hash.slice(1)));
    await report('state', {
      first, before, after, done, hash: new URL(copied[0]).hash, is_address: link.is_address, png: [...head], formula,
    });
  },

  async embed({ layouts }) {
    const page = await Page.open(layouts[0], 700, '?embed');
    const visible = [...page.document.querySelectorAll('h1, h2, input, button, pre, svg')].filter((one) => one.checkVisibility());
    await report('embed', { visible: visible.map((one) => one.localName) });
  },

  /** A wrong text, steps, and what a change of the layout forgets. */
  async fields() {
    const page = await Page.open('bf16[300,500]{1,0:T(8,128)(2,1)}');
    page.type('position', '5,125');
    const grouped = page.by('index').value;
    page.type('index', '1');
    const wrong = page.by('index').getAttribute('aria-invalid');
    page.type('index', '9,130');
    page.type('layout', 'bf16[300,');
    const opacity = () => {
      page.document.getAnimations().forEach((one) => one.finish());
      return page.window.getComputedStyle(page.by('view')).opacity;
    };
    const error = { invalid: page.by('layout').getAttribute('aria-invalid'), opacity: opacity() };
    page.type('layout', 'f32[3,5]{1,0:T(2,2)}');
    const right = { invalid: page.by('layout').getAttribute('aria-invalid'), opacity: opacity() };
    const cleared = [page.by('index').value, page.by('position').value, page.text('answer')];
    const steps = [0, 1, 2].map((step) => {
      page.by('step').value = step;
      page.by('step').dispatchEvent(new page.window.Event('input'));
      return {
        height: page.by('view').getBoundingClientRect().height, has_pad: page.text('picture').includes('PAD('),
        value: page.by('step').getAttribute('aria-valuetext'), name: page.text('step-name'),
      };
    });
    const texts = [...page.document.querySelectorAll('.picture [data-position] text')];
    await report('fields', {
      grouped, wrong, error, right, cleared, steps,
      repeated: texts.filter((text) => text.getAttribute('aria-hidden') !== 'true').length, texts: texts.length,
    });
  },

  async sharding() {
    const page = await Page.open('bf16[100,300]{1,0:T(8,128)(2,1)}');
    page.type('sharding', '{devices=[2,1,2]<=[4] last_tile_dim_replicate}');
    const last = page.text('located');
    page.type('index', '0,7');
    const first = page.text('located');
    const shards = page.by('shards').querySelectorAll('[data-shard]').length;
    page.type('sharding', '{devices=[2]<=[2]}');
    await report('sharding', {
      last, first, shards, invalid: page.by('sharding').getAttribute('aria-invalid'), error: page.text('located'),
    });
  },

  async audit() {
    const page = await Page.open();
    const layouts = () => [...page.by('audit').querySelectorAll('table:last-child tbody tr')].map((row) => row.querySelector('button').textContent);
    const tables = {};
    for (const [kind, path] of [['text', '/module.txt'], ['proto', '/module.pb']]) {
      await page.audit([await (await fetch(path)).arrayBuffer()], path);
      tables[kind] = layouts();
    }
    tables.head = page.text('audit').slice(0, 400);
    [...page.by('audit').querySelectorAll('th button')].find((one) => one.textContent === 'layout').click();
    tables.by_layout = layouts();
    page.type('filter', 'fusion');
    tables.by_name = layouts();
    page.by('audit').querySelector('table:last-child tbody button').click();
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
    // Rows are cards, not columns of a character.
    const rows = [...page.by('audit').querySelectorAll('.cards.texts tbody tr')];
    await report('cards', {
      rows: rows.length, display: page.window.getComputedStyle(rows[0]).display,
      height: page.by('audit').scrollHeight / rows.length,
    });
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
