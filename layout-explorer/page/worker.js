// Reads a dump apart from the page, in pieces.

const PIECE = 4 << 20;

onmessage = async ({ data: { module, is64, file } }) => {
  try {
    const crate = await start(module, is64);
    for (let at = 0; at < file.size; at += PIECE) {
      crate.feed(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()));
      postMessage({ progress: Math.min(1, (at + PIECE) / file.size) });
    }
    postMessage({ table: crate.finish() });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};
