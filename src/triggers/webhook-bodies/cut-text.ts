import { cutToBytes, cutToCharacters } from "../../lib/text-bounds.ts";

/** The text, or as much of it as fits with a mark of the cut; in UTF-16 units. */
export function cutText(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${cutToCharacters(text, charactersMax - 2)} …`;
}

/** The same in bytes of UTF-8. */
export function cutTextToBytes(text: string, bytesMax: number): string {
  return Buffer.byteLength(text) <= bytesMax ? text : `${cutToBytes(text, bytesMax - 4)} …`;
}

/** As much of the text as fits into `charactersMax` once escaped, escaped. No character is cut in the middle. */
export function escapeWithin(text: string, charactersMax: number, escaped: (text: string) => string): string {
  const whole = escaped(text);
  if (whole.length <= charactersMax) return whole;
  let length = 0;
  const kept: string[] = [];
  for (const sign of text) {
    const one = escaped(sign);
    length += one.length;
    if (length > charactersMax - 2) break;
    kept.push(one);
  }
  return `${kept.join("")} …`;
}

/** `&`, `<` and `>` as entities: the only markup of Slack, and of HTML outside attributes. */
export function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Three backticks in a row would end a piece of code; a zero-width space between them is invisible. */
export function withoutFences(text: string): string {
  return text.replaceAll("``", "`\u200b`");
}
