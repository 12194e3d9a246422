import { familyCharactersMax, familyWordsMax } from "./limits.ts";
import { hashOfText, patternVersion } from "./pattern-id.ts";
import { hole } from "./tokens.ts";

/**
 * Families: patterns that differ in one word alone, as `Unpacking libssl (<*>) ...` and `Unpacking bash (<*>) ...` do.
 * A family is written as a pattern with a hole in that word's place. Which families a pattern is of follows from its
 * text alone, so `pattern:<family>` means the same in every segment, process and machine, whether or not it is listed.
 */
export interface Family {
  /** `Unpacking <*> (<*>) ...` */
  readonly text: string;
  /** Span of the pattern that the hole stands for, `to` excluded. */
  readonly from: number;
  readonly to: number;
}

/** The families of a pattern, each once. One whose text has no word besides holes is none. Any thread. */
export function familiesOf(pattern: string): Family[] {
  if (pattern.length > familyCharactersMax) return [];
  const found = new Map<string, Family>();
  for (const { 0: word, index: from } of pattern.matchAll(words)) {
    const to = from + word.length;
    // A word before `=` is a key, and keys are no data.
    if (pattern[to] === "=") continue;
    const text = pattern.slice(0, from) + hole + pattern.slice(to);
    if (!found.has(text) && hasWord(text)) found.set(text, { text, from, to });
    if (found.size >= familyWordsMax) break;
  }
  return [...found.values()];
}

/** The same for the same family everywhere: `f`, the version of patterns, 16 hexadecimal digits. */
export function familyIdOf(familyText: string): string {
  return `f${patternVersion}${hashOfText(familyText)}`;
}

/** Whether it is written like the id of a family, in either case. */
export function isFamilyId(text: string): boolean {
  return /^f\d+[0-9a-f]{16}$/i.test(text);
}

/** Letters, digits and holes with signs between them that names have: `libc-bin`, `org.apache.Foo`, `g++`. */
const words = /(?:<\*>|[\p{L}\p{M}\p{N}_])(?:[-._+~/@:%#$\\&]*(?:<\*>|[\p{L}\p{M}\p{N}_]))*\+*/gu;

function hasWord(text: string): boolean {
  return /\p{L}/u.test(text);
}
