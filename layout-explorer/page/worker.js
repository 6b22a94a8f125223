// Reads a dump apart from the page, in pieces of whole lines.

const PIECE = 4 << 20;

onmessage = async ({ data: { module, is64, file } }) => {
  try {
    const crate = await start(module, is64);
    let rest = new Uint8Array(0);
    for (let at = 0; at < file.size; at += PIECE) {
      const read = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
      const end = at + PIECE >= file.size ? read.length : read.lastIndexOf(10) + 1;
      const piece = new Uint8Array(rest.length + end);
      piece.set(rest);
      piece.set(read.subarray(0, end), rest.length);
      crate.feed(piece);
      rest = read.slice(end);
      postMessage({ progress: Math.min(1, (at + PIECE) / file.size) });
    }
    if (rest.length) crate.feed(rest);
    postMessage({ table: crate.finish() });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};
