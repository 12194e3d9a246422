import { cachedTextsMax } from "./limits.ts";

/**
 * The version of the rules that make patterns. Another version gives other ids, so ids of two versions never meet.
 * Raise it with every change to the results of `patternText` or `familiesOf`.
 */
export const patternVersion = 1;

/** The same for the same pattern in every segment, process and machine: `p`, the version, 16 hexadecimal digits. */
export function patternIdOf(patternText: string): string {
  const id = `p${patternVersion}${hashOfText(patternText)}`;
  cacheText(id, patternText);
  return id;
}

/** For `cachedTextOf`, when the text was read for an id that is already known. */
export function cacheText(patternId: string, patternText: string): void {
  if (texts.size >= cachedTextsMax) texts.clear();
  texts.set(patternId, patternText);
}

/** 16 hexadecimal digits. */
export function hashOfText(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 16);
}

/** The text of a pattern that this thread has met of late; undefined: one of its messages has to be read. */
export function cachedTextOf(patternId: string): string | undefined {
  return texts.get(patternId);
}

const texts = new Map<string, string>();
