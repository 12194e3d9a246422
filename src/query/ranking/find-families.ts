import { familiesOf } from "../../pattern/families.ts";
import { familyPatternsMin } from "../limits.ts";

/** A family of which many patterns were found. */
export interface FoundFamily {
  text: string;
  /** All of the patterns that are of it, by their place in the list. */
  members: number[];
}

/**
 * Which families to show instead of their patterns: each has at least `familyPatternsMin` of them, and none has a
 * pattern that another one has, so that counts still add up. Larger families come first. A family is shown with all of
 * its patterns or not at all, since `pattern:<family>` finds the events of all. `texts`: different ones.
 */
export function findFamilies(texts: readonly string[], tick: () => void): FoundFamily[] {
  const common = countFamilies(texts, tick);
  if (common.size === 0) return [];
  const members = new Map<string, number[]>();
  for (const [place, pattern] of texts.entries()) {
    if ((place & 0x3f) === 0) tick();
    for (const { text } of familiesOf(pattern)) {
      if (!common.has(Bun.hash.xxHash32(text))) continue;
      const known = members.get(text);
      if (known) known.push(place);
      else members.set(text, [place]);
    }
  }
  const candidates = Array.from(members, ([text, all]) => ({ text, members: all }));
  return withoutOverlap(candidates.filter((family) => family.members.length >= familyPatternsMin));
}

/** Hashes that enough texts of families share: most families have one pattern, and their texts need not be kept. */
function countFamilies(texts: readonly string[], tick: () => void): Set<number> {
  const counts = new Map<number, number>();
  for (const [place, pattern] of texts.entries()) {
    if ((place & 0x3f) === 0) tick();
    for (const { text } of familiesOf(pattern)) {
      const hash = Bun.hash.xxHash32(text);
      counts.set(hash, (counts.get(hash) ?? 0) + 1);
    }
  }
  return new Set([...counts].filter(([, count]) => count >= familyPatternsMin).map(([hash]) => hash));
}

function withoutOverlap(candidates: FoundFamily[]): FoundFamily[] {
  const taken = new Set<number>();
  const bySize = candidates.sort((a, b) => b.members.length - a.members.length || (a.text < b.text ? -1 : 1));
  return bySize.filter(({ members }) => {
    if (members.some((member) => taken.has(member))) return false;
    for (const member of members) taken.add(member);
    return true;
  });
}
