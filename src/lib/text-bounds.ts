/** The text, or as much of it as fits into that many UTF-8 bytes, cut between two code points. */
export function cutToBytes(text: string, maxBytes: number): string {
  // A UTF-16 unit takes at most 3 bytes, and none takes less than 1.
  if (text.length * 3 <= maxBytes) return text;
  if (text.length <= maxBytes && Buffer.byteLength(text) <= maxBytes) return text;
  const target = new Uint8Array(maxBytes);
  const { read } = encoder.encodeInto(text, target);
  return text.slice(0, read);
}

/** The text, or its first characters (UTF-16 units), never half of a surrogate pair. */
export function cutToCharacters(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const last = text.charCodeAt(maxCharacters - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? maxCharacters - 1 : maxCharacters);
}

/**
 * `text.replace`, but what comes out ends behind so many characters: a short text can ask for a long value again and
 * again. `pattern` is global.
 */
export function replaceWithin(
  text: string,
  pattern: RegExp,
  charactersMax: number,
  write: (found: RegExpExecArray) => string,
): string {
  let replaced = "";
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    replaced += text.slice(from, found.index) + cutToCharacters(write(found), charactersMax);
    from = found.index + found[0].length;
    if (replaced.length >= charactersMax) return cutToCharacters(replaced, charactersMax);
  }
  return cutToCharacters(replaced + text.slice(from), charactersMax);
}

const encoder = new TextEncoder();
