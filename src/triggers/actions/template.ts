/** A text as it stands inside the quotes of JSON. */
export function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** One line, for titles and subjects: control characters and line ends become spaces. */
export function oneLine(text: string, charactersMax: number): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
  return [...line.slice(0, charactersMax * 2)].slice(0, charactersMax).join("");
}
