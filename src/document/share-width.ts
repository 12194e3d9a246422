/**
 * Widths of columns on a page. When all that they want fits, each gets more in proportion, but not so
 * much that a line is hard to follow. Else, smallest first, each takes what
 * it wants or a fair share of what is left, of which those that want more get more.
 */
export function shareWidth(wanted: readonly number[], width: number): number[] {
  const sum = wanted.reduce((a, b) => a + b, 0);
  if (sum <= width) return wanted.map((own) => own * Math.min(stretchMax, width / sum));
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
  const widths = new Array<number>(wanted.length);
  let left = width;
  for (const [done, i] of order.entries()) {
    const rest = order.slice(done);
    const even = left / rest.length;
    const fair = (left * Math.sqrt(wanted[i]!)) / rest.reduce((sum, k) => sum + Math.sqrt(wanted[k]!), 0);
    widths[i] = Math.min(wanted[i]!, Math.max(fair, even * 0.6));
    left -= widths[i]!;
  }
  return widths;
}

const stretchMax = 2;
