// The table of a dump that is dropped on the page.

/**
 * Reads dumps by a worker, so that the page goes on. A row of the table opens its layout by `go`.
 *
 * @param {WebAssembly.Module} module
 * @param {boolean} is64
 * @param {(text: string) => void} go
 */
function dumps(module, is64, go) {
  let worker = null;

  function read(file) {
    worker?.terminate();
    const script = URL.createObjectURL(new Blob([by('worker').textContent], { type: 'text/javascript' }));
    worker = new Worker(script);
    by('progress').value = 0;
    by('progress').hidden = false;
    by('filter').hidden = true;
    by('audit').replaceChildren();
    worker.onmessage = ({ data }) => {
      if (data.progress !== undefined) {
        by('progress').value = data.progress;
        return;
      }
      URL.revokeObjectURL(script);
      if (data.table) show(data.table, file.name);
      else tell(`${file.name} was not read: ${data.failed}`);
      by('progress').hidden = true;
    };
    worker.postMessage({ module, is64, file });
  }

  const tell = (text) => by('audit').replaceChildren(element('p', text));

  function show(found, name) {
    if (found.failed) return tell(`${name} was not read: ${found.failed}`);
    if (!found.arrays) {
      const words = [found.out_of_memory, found.advice].filter(Boolean);
      by('audit').replaceChildren(element('p', `${name}: ${kinds(found).join(', ')}`),
        ...words.map((text) => element('p', text)), ...skipped(found));
      return;
    }
    // The command's order, until a head is clicked.
    found.rows.forEach((row, number) => { row.number = number; });
    const columns = [
      { head: 'padding', by: (row) => row.number, cell: (row) => row.padding },
      { head: '%', by: (row) => -(row.percent ?? Infinity), cell: (row) => row.percent_text },
      { head: 'padded', by: (row) => -row.padded_bytes, cell: (row) => row.padded },
      { head: 'logical', by: (row) => -row.logical_bytes, cell: (row) => row.logical },
      { head: 'arrays', by: (row) => -row.arrays, cell: (row) => thousands(row.arrays) },
      { head: 'layout', by: (row) => row.layout, cell: (row) => layout(row) },
    ];
    let sorted = columns[0];
    const layout = (row) => {
      const cell = element('span');
      const why = [row.cause, row.remedy].filter(Boolean).join(': ');
      cell.append(button(row.layout, () => go(row.layout)), element('span', why, { className: 'note' }),
        element('span', names(row), { className: 'note' }));
      return cell;
    };
    const head = summary(found, name);
    // Names that are looked for come first.
    const names = (row) => {
      const words = by('filter').value;
      const found = row.names.filter((name) => words && name.includes(words));
      const shown = [...new Set([...found, ...row.names])];
      return shown.slice(0, 3).join(', ') + (shown.length > 3 ? ', …' : '');
    };
    const fits = (row) => [row.layout, ...row.names].some((text) => text.includes(by('filter').value));
    const draw = () => {
      const rows = found.rows.filter(fits);
      const key = new Map(rows.map((row) => [row, sorted.by(row)]));
      rows.sort((a, b) => (key.get(a) < key.get(b) ? -1 : key.get(a) > key.get(b) ? 1 : 0));
      const heads = columns.map((column) => button(column.head, () => { sorted = column; draw(); }));
      const made = table(heads, rows.map((row) => columns.map((column) => column.cell(row))), 'cards texts');
      made.tHead.rows[0].cells[columns.indexOf(sorted)].setAttribute(
        'aria-sort', sorted.head === 'layout' ? 'ascending' : 'descending');
      by('audit').replaceChildren(...head, made);
    };
    by('filter').hidden = false;
    by('filter').value = '';
    by('filter').oninput = draw;
    draw();
  }

  /** What a file is, and how many arrays were read. */
  function kinds(found) {
    const kind = found.kind ? [found.kind] : [];
    if (found.instructions) kind.push(`${thousands(found.instructions)} instructions`);
    const all = found.layouts > found.rows.length ? `, of which ${found.rows.length} are shown` : '';
    const plural = (number, noun) => `${thousands(number)} ${noun}${number === 1 ? '' : 's'}`;
    kind.push(`${plural(found.arrays, found.noun)} of ${plural(found.layouts, 'layout')}${all}`);
    if (found.skipped_count) kind.push(`${thousands(found.skipped_count)} skipped`);
    return kind;
  }

  /** The arrays that were not read, and why. */
  function skipped(found) {
    if (!found.skipped_count) return [];
    return [element('h3', 'Skipped'), ...found.skipped.map((text) => element('p', text))];
  }

  /** The largest arrays at the peak. */
  function alive(found) {
    if (!found.alive.length) return [];
    const cell = (row) => {
      const made = element('span');
      made.append(row.layout ? button(row.layout, () => go(row.layout)) : 'several arrays',
        element('span', row.origin, { className: 'note' }));
      return made;
    };
    const rows = found.alive.map((row) => [row.bytes, row.padding, cell(row)]);
    return [element('h3', 'Alive at the peak of HBM'), table(['bytes', 'padding', 'layout'], rows, 'cards texts'),
      element('p', found.accuracy, { className: 'hint' })];
  }

  /** What precedes the table: the figures of the command. */
  function summary(found, name) {
    const figures = (total) => [thousands(total.arrays), total.logical, total.padded, total.padding, total.percent_text];
    const causes = found.causes.map((cause) => [cause.padding, thousands(cause.arrays), cause.cause]);
    const padding = `padding ${found.padding} on ${found.logical} (${found.percent_text})`;
    const file = element('p', `${name}: ${kinds(found).join(', ')}`);
    const first = found.memory
      ? [...found.memory.map((line) => element('p', line, { className: 'answer' })), file,
        ...alive(found), element('h3', 'All buffers'), element('p', padding)]
      : [element('p', padding, { className: 'answer' }), file];
    const made = [
      ...first,
      ...(found.out_of_memory ? [element('p', found.out_of_memory)] : []),
      table(['', 'arrays', 'logical', 'padded', 'padding', '%'], found.totals.map((total) => [total.name, ...figures(total)]), 'cards'),
      element('p', found.notes.join(' '), { className: 'hint' }),
    ];
    if (causes.length) made.push(element('h3', 'By main cause'), table(['padding', 'arrays', 'cause'], causes, 'texts'));
    if (found.more_causes) made.push(element('p', `and ${found.more_causes} more causes: ${thousands(found.others.arrays)} arrays, ${found.others.padding}`, { className: 'hint' }));
    return [...made, ...skipped(found), element('h3', 'Most padding')];
  }

  by('dump').onchange = () => by('dump').files[0] && read(by('dump').files[0]);
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) read(event.dataTransfer.files[0]);
  });
}
