/**
 * The numbers of the keys in rising order, of equal ones the earlier first. Millions of keys take half a second, in
 * which `tick` is called all the time; an array's own sort is not interrupted.
 */
export function sortedOrder(keys: ArrayLike<number>, tick: () => void): Uint32Array {
  const { length } = keys;
  let from = new Uint32Array(length);
  for (let i = 0; i < length; i++) from[i] = i;
  let to = new Uint32Array(length);
  for (let width = 1; width < length; width *= 2) {
    for (let begin = 0; begin < length; begin += 2 * width) mergeRuns({ keys, from, to }, begin, width, tick);
    [from, to] = [to, from];
  }
  return from;
}

/** Merges two neighbouring runs of `width`, or what there is of them. */
function mergeRuns(
  { keys, from, to }: { keys: ArrayLike<number>; from: Uint32Array; to: Uint32Array },
  begin: number,
  width: number,
  tick: () => void,
): void {
  const middle = Math.min(begin + width, keys.length);
  const end = Math.min(middle + width, keys.length);
  let [left, right] = [begin, middle];
  for (let at = begin; at < end; at++) {
    if ((at & 0x3fff) === 0) tick();
    const isLeft = right === end || (left < middle && keys[from[left]!]! <= keys[from[right]!]!);
    to[at] = isLeft ? from[left++]! : from[right++]!;
  }
}
