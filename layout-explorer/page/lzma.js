// Reads what `lzma` of `src/main.rs` packs: a raw LZMA stream without an end marker, with lc = 4
// and lp = pb = 0.

/** Decompresses to `size` bytes. */
function unpacked(packed, size) {
  const LC = 4, HALF = 1024;
  const probabilities = (count) => new Uint16Array(count).fill(HALF);
  const out = new Uint8Array(size);
  let at = 5, range = 0xffffffff;
  let code = (packed[1] << 24 | packed[2] << 16 | packed[3] << 8 | packed[4]) >>> 0;
  const refill = () => {
    if (range < 0x1000000) {
      range = range << 8 >>> 0;
      code = (code << 8 | packed[at++]) >>> 0;
    }
  };
  const bit = (table, i) => {
    refill();
    const probability = table[i];
    const bound = (range >>> 11) * probability;
    if (code < bound) {
      range = bound;
      table[i] += 2048 - probability >> 5;
      return 0;
    }
    range -= bound;
    code -= bound;
    table[i] -= probability >> 5;
    return 1;
  };
  const tree = (table, bits, base = 0) => {
    let node = 1;
    for (let i = 0; i < bits; i++) node = node << 1 | bit(table, base + node);
    return node - (1 << bits);
  };
  const reversed = (table, bits, base) => {
    let node = 1, value = 0;
    for (let i = 0; i < bits; i++) {
      const one = bit(table, base + node);
      node = node << 1 | one;
      value |= one << i;
    }
    return value;
  };
  const lengths = () => ({ choice: probabilities(2), low: probabilities(8), middle: probabilities(8), high: probabilities(256) });
  const length = ({ choice, low, middle, high }) => {
    if (!bit(choice, 0)) return 2 + tree(low, 3);
    return bit(choice, 1) ? 18 + tree(high, 8) : 10 + tree(middle, 3);
  };
  const literals = probabilities(0x300 << LC);
  const is_match = probabilities(12), is_repeated = probabilities(12), is_short = probabilities(12);
  const is_second = probabilities(12), is_third = probabilities(12), is_fourth = probabilities(12);
  const slots = probabilities(4 * 64), near = probabilities(115), low_bits = probabilities(16);
  const matched = lengths(), repeated = lengths();
  let state = 0, done = 0;
  let distances = [0, 0, 0, 0];
  while (done < size) {
    if (!bit(is_match, state)) {
      const base = 0x300 * ((done ? out[done - 1] : 0) >> 8 - LC);
      let node = 1;
      if (state >= 7) {
        let byte = out[done - distances[0] - 1];
        while (node < 256) {
          const expected = byte >> 7 & 1;
          byte <<= 1;
          const one = bit(literals, base + (1 + expected << 8) + node);
          node = node << 1 | one;
          if (one !== expected) break;
        }
      }
      while (node < 256) node = node << 1 | bit(literals, base + node);
      out[done++] = node;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count;
    if (bit(is_repeated, state)) {
      const [a, b, c, d] = distances;
      if (!bit(is_second, state)) {
        if (!bit(is_short, state)) {
          out[done] = out[done - a - 1];
          done++;
          state = state < 7 ? 9 : 11;
          continue;
        }
      } else if (!bit(is_third, state)) distances = [b, a, c, d];
      else distances = bit(is_fourth, state) ? [d, a, b, c] : [c, a, b, d];
      count = length(repeated);
      state = state < 7 ? 8 : 11;
    } else {
      count = length(matched);
      state = state < 7 ? 7 : 10;
      const slot = tree(slots, 6, 64 * Math.min(count - 2, 3));
      let distance = slot;
      if (slot >= 4) {
        const bits = (slot >> 1) - 1;
        distance = (2 | slot & 1) << bits;
        if (slot < 14) distance += reversed(near, bits, distance - slot);
        else {
          let direct = 0;
          for (let i = 4; i < bits; i++) {
            refill();
            range >>>= 1;
            const one = code >= range ? 1 : 0;
            if (one) code -= range;
            direct = direct << 1 | one;
          }
          distance += (direct << 4) + reversed(low_bits, 4, 0);
        }
      }
      distances = [distance, distances[0], distances[1], distances[2]];
    }
    for (let i = 0; i < count; i++, done++) out[done] = out[done - distances[0] - 1];
  }
  return out;
}
