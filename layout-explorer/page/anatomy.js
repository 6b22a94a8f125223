// The anatomy of a text: each part lights what it means.

/**
 * Shows an anatomy in `box`. A part, pointed at or focused, calls `show` with the number of its
 * step, and with `null` when it is left.
 */
function anatomy(box, text, steps, show) {
  const svg = picture(text);
  box.replaceChildren(svg);
  let tiles = 0;
  for (const token of svg.querySelectorAll('.mo:not(.la)')) {
    const part = token.classList[1];
    const is_tile = part === 't3' || part === 't4';
    if (is_tile) tiles++;
    const number = part === 't0' ? -1 : steps.findLastIndex((step) => step.tiles === (is_tile ? tiles : 0));
    token.setAttribute('tabindex', '0');
    token.setAttribute('role', 'button');
    token.onpointerenter = token.onfocus = () => { light(svg, part); show(number, false); };
    token.onpointerleave = token.onblur = () => { light(svg, null); show(null, false); };
    token.onclick = () => show(number, true);
    token.onkeydown = ({ key }) => { if (key === 'Enter') show(number, true); };
  }
}

/** Lights a part of the anatomy, or none. */
function light(svg, part) {
  svg.classList.toggle('part', Boolean(part));
  for (const one of svg.querySelectorAll('.lit')) one.classList.remove('lit');
  if (!part) return;
  // The bar above a panel has its part's colour; inner tiles are in the panel of the order.
  const color = part === 't4' ? 't2' : part;
  const bar = svg.querySelector(`rect.${color}[height="3"]`)?.getBBox();
  for (const one of svg.children) {
    const { x, y, width } = one.getBBox?.() ?? {};
    const middle = x + width / 2;
    const within = bar && y >= bar.y && middle >= bar.x && middle <= bar.x + bar.width;
    if (within || one.classList.contains(part) || one.classList.contains(`s${part[1]}`)) one.classList.add('lit');
  }
}
