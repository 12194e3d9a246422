/**
 * Folds all spellings of a text in upper and lower case into one, one character for one character (simple case folding:
 * σ, ς and Σ are one, ß and ẞ are one, ß and ss are two). No character outside ASCII folds into it, so Kelvin's K is
 * not k: a search for ASCII can then look at bytes.
 */
export function foldCase(text: string): string {
  if (text.length < longText) return fold(text);
  if (lastCache.text !== text) lastCache = { text, folded: fold(text) };
  return lastCache.folded;
}

/** Characters from which what is made of the last text is kept: each value of a list may ask for the same one. */
export const longText = 1_024;
let lastCache = { text: "", folded: "" };

function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  let folded = "";
  for (const character of text) folded += foldCharacter(character);
  return folded;
}

export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

function foldCharacter(character: string): string {
  if (character <= "\x7f") return character.toLowerCase();
  const upper = single(character.toUpperCase()) ?? character;
  const lower = single(upper.toLowerCase()) ?? upper;
  return lower <= "\x7f" ? character : lower;
}

function single(text: string): string | undefined {
  return text.length === 1 || (text.length === 2 && text.codePointAt(0)! > 0xffff) ? text : undefined;
}
