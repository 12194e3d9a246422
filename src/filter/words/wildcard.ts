/** A character to match as it is, or one of the wildcards. */
export type PatternToken = string | typeof anyOne | typeof anyRun;
/** `?`: any one character. */
export const anyOne = 1;
/** `*`: any characters, or none. */
export const anyRun = 2;

/**
 * Reads a value in which `*` and `?` are wildcards. A backslash directly before one of them makes it an ordinary
 * character; there, two backslashes stand for one. All other backslashes stand for themselves, so paths of Windows
 * and of its network need no escaping.
 */
export function parsePattern(value: string): PatternToken[] {
  const tokens: PatternToken[] = [];
  for (const [, backslashes, wildcard, other] of value.matchAll(/(\\*)([*?])|(.)/gsu)) {
    if (wildcard === undefined) {
      tokens.push(other!);
      continue;
    }
    for (let i = 0; i < backslashes!.length >> 1; i++) tokens.push("\\");
    if (backslashes!.length % 2 === 1) tokens.push(wildcard);
    else tokens.push(wildcard === "*" ? anyRun : anyOne);
  }
  return tokens;
}

/** A value that `parsePattern` reads as these tokens. */
export function formatPattern(tokens: Iterable<PatternToken>): string {
  let value = "";
  let backslashes = 0;
  for (const token of tokens) {
    const isLiteralSign = token === "*" || token === "?";
    if (isLiteralSign || typeof token !== "string") value += "\\".repeat(backslashes);
    if (isLiteralSign) value += "\\";
    value += token === anyOne ? "?" : token === anyRun ? "*" : token;
    backslashes = token === "\\" ? backslashes + 1 : 0;
  }
  return value;
}

export function hasWildcard(tokens: readonly PatternToken[]): boolean {
  return tokens.some((token) => typeof token !== "string");
}

/** The text that a pattern without wildcards stands for; undefined when it has some. */
export function literalOf(tokens: readonly PatternToken[]): string | undefined {
  return hasWildcard(tokens) ? undefined : tokens.join("");
}
