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
    if (!found.arrays) {
      const why = found.failed ?? 'it has no array';
      return tell(`${name} was not read: ${why}`);
    }
    const columns = [
      { head: 'layout', by: (row) => row.layout, cell: (row) => button(row.layout, () => go(row.layout)) },
      { head: 'arrays', by: (row) => -row.arrays, cell: (row) => thousands(row.arrays) },
      { head: 'bytes, if all were live', by: (row) => -row.padded_bytes, cell: (row) => bytes(row.padded_bytes) },
      { head: 'padding', by: (row) => -row.percent, cell: (row) => element('span', row.percent_text, { title: [row.cause, row.remedy].filter(Boolean).join(': ') }) },
      { head: 'names', by: (row) => row.names[0], cell: (row) => names(row) },
    ];
    let sorted = columns[2];
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
      const made = table(heads, rows.map((row) => columns.map((column) => column.cell(row))));
      made.tHead.rows[0].cells[columns.indexOf(sorted)].setAttribute(
        'aria-sort', sorted.head === 'layout' || sorted.head === 'names' ? 'ascending' : 'descending');
      const all = found.layouts > found.rows.length ? `, of which ${found.rows.length} are shown` : '';
      const skipped = found.skipped ? `; ${thousands(found.skipped)} were not understood` : '';
      const left = found.left_out ? `; ${thousands(found.left_out)} in fusions and reductions have no memory` : '';
      const causes = element('ul');
      for (const { cause, arrays, padding } of found.causes) {
        causes.append(element('li', `${padding} in ${thousands(arrays)} arrays: ${cause}`));
      }
      by('audit').replaceChildren(
        element('p', `${name}: ${thousands(found.arrays)} arrays of ${thousands(found.layouts)} layouts${all}${skipped}${left}`),
        element('p', `Padding adds ${found.percent_text}, ${found.padding}, to all arrays.`),
        causes,
        made,
      );
    };
    by('filter').hidden = false;
    by('filter').value = '';
    by('filter').oninput = draw;
    draw();
  }

  by('dump').onchange = () => by('dump').files[0] && read(by('dump').files[0]);
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) read(event.dataTransfer.files[0]);
  });
}
