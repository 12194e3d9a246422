/**
 * Widths of columns on a page. When all wanted widths fit, each column grows in proportion, but only while lines stay
 * easy to follow. Otherwise, smallest first, each takes its wanted width or a fair share of the rest, which the wider
 * ones divide.
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
