// Calls the crate. Addresses are BigInt in the 64-bit version and numbers in the other.

/**
 * @typedef {{ ask(fields: string[]): any, feed(piece: Uint8Array): void, finish(): any }} Crate
 * @param {WebAssembly.Module} module
 * @param {boolean} is64
 * @returns {Promise<Crate>}
 */
async function start(module, is64) {
  const { exports } = await WebAssembly.instantiate(module, {});
  const size = is64 ? BigInt : Number;
  const bytes = (address, length) => new Uint8Array(exports.memory.buffer, Number(address), length);
  const give = (data) => {
    const block = exports.allocate(size(data.length));
    bytes(block, data.length).set(data);
    return block;
  };
  // Takes the answer of `call`, which writes its length to the block that it is given.
  const take = (call) => {
    const width = is64 ? 8 : 4;
    const lengths = exports.allocate(size(width));
    const block = call(lengths);
    const view = new DataView(exports.memory.buffer, Number(lengths), width);
    const length = is64 ? Number(view.getBigUint64(0, true)) : view.getUint32(0, true);
    const text = new TextDecoder().decode(bytes(block, length));
    exports.release(block, size(length));
    exports.release(lengths, size(width));
    return JSON.parse(text);
  };
  return {
    ask(fields) {
      const data = new TextEncoder().encode(fields.join('\0'));
      return take((length) => exports.ask(give(data), size(data.length), length));
    },
    feed(piece) {
      exports.audit_feed(give(piece), size(piece.length));
    },
    finish: () => take((length) => exports.audit_finish(length)),
  };
}
