// The address holds what the page shows: `#f32[1000000,3]&tpu&at=5,2&with=f32[1000000,3]`.

const hash = (fields) => {
  const escaped = (text) => String(text).replace(/[^\w[\](){},:*=?.!-]/g, encodeURIComponent);
  const shown = Object.entries(fields).filter(([, value]) => value !== null && value !== false);
  const parts = shown.map(([name, value]) => {
    if (name === 'text') return escaped(value);
    return value === true ? name : `${name}=${escaped(value)}`;
  });
  return `#${parts.join('&')}`;
};

/** The fields of the address; the layout is `text`. */
function fields() {
  const decoded = (part) => {
    try { return decodeURIComponent(part); } catch { return part; }
  };
  const [text, ...rest] = location.hash.slice(1).split('&').map(decoded);
  const found = { text };
  for (const part of rest) {
    const at = part.indexOf('=');
    if (at < 0) found[part] = true;
    else found[part.slice(0, at)] = part.slice(at + 1);
  }
  return found;
}
