/** The one of these names that a misspelt one means: at most two slips, one where it is short. Undefined: none. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  const wanted = plainName(name);
  const slipsMax = wanted.length < 3 || wanted.length > 40 ? 0 : wanted.length < 6 ? 1 : 2;
  let best: string | undefined;
  let least = slipsMax + 1;
  for (const one of names) {
    if (Math.abs(one.length - wanted.length) > slipsMax + 3) continue;
    const slips = distance(wanted, plainName(one));
    if (slips < least) [best, least] = [one, slips];
  }
  return best;
}

/** What a message about an unknown name ends with; empty when none is near. */
export function didYouMean(name: string, names: Iterable<string>, mark = ""): string {
  const near = nearestName(name, names);
  return near === undefined ? "" : ` Did you mean "${mark}${near}"?`;
}

/** In small letters and without what stands between words. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Letters too many, too few, wrong, or exchanged with their neighbour (Damerau's and Levenshtein's distance). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
