/**
 * A set of code points: from, to, from, to … ascending, both included, neighbours joined. Beyond Unicode stands the end
 * of the text.
 */
export type CharacterSet = readonly number[];

export const lastCodePoint = 0x10ffff;
export const noCharacter: CharacterSet = [];
export const anyCharacter: CharacterSet = [0, lastCodePoint];
/** The character that a pattern meets at the end of the text. */
export const endOfText: CharacterSet = [lastCodePoint + 1, lastCodePoint + 1];

export function unite(...sets: readonly CharacterSet[]): CharacterSet {
  const pairs: [number, number][] = [];
  for (const set of sets) for (let i = 0; i < set.length; i += 2) pairs.push([set[i]!, set[i + 1]!]);
  pairs.sort((a, b) => a[0] - b[0]);
  const united: number[] = [];
  for (const [from, to] of pairs) {
    const last = united.length - 1;
    if (last > 0 && from <= united[last]! + 1) united[last] = Math.max(united[last]!, to);
    else united.push(from, to);
  }
  return united;
}

/** All characters but these. */
export function complement(set: CharacterSet): CharacterSet {
  const rest: number[] = [];
  let from = 0;
  for (let i = 0; i < set.length; i += 2) {
    if (set[i]! > from) rest.push(from, set[i]! - 1);
    from = set[i + 1]! + 1;
  }
  if (from <= lastCodePoint) rest.push(from, lastCodePoint);
  return rest;
}

export function overlap(a: CharacterSet, b: CharacterSet): boolean {
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i + 1]! < b[j]!) i += 2;
    else if (b[j + 1]! < a[i]!) j += 2;
    else return true;
  }
  return false;
}
