/**
 * Writes where each text ends, behind its end mark, from `ends[1]` on, and returns the number of texts. What follows
 * the last end mark may be written behind them; a typed array ignores writes beyond its end.
 */
export function writeTextEnds(bytes: Uint8Array, ends: Uint32Array): number {
  let next = 1;
  // Without a branch for each byte; the end mark alone has a ninth bit when one is added.
  for (let i = 0; i < bytes.length; i++) {
    ends[next] = i + 1;
    next += (bytes[i]! + 1) >>> 8;
  }
  return next - 1;
}
