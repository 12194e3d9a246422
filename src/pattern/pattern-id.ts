import { cachedTextsMax } from "./limits.ts";

/**
 * Says how patterns are made. Another one gives other ids, so that ids of two ways never meet: to be counted up with
 * every change of what `patternText` or `familiesOf` answers.
 */
export const patternVersion = 1;

/** The same for the same pattern in every segment, process and machine: `p`, the version, 16 hexadecimal digits. */
export function patternIdOf(patternText: string): string {
  const id = `p${patternVersion}${hashOfText(patternText)}`;
  cacheText(id, patternText);
  return id;
}

/** For `cachedTextOf`, where the text was read and the id known before. */
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
