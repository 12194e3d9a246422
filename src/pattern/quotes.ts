import { TokenKind, type Tokens } from "./tokens.ts";

/** How many signs an opening quote at `at` has: 2 with a backslash before it, 0 when there is none. */
export function quoteWidthAt({ kinds, texts }: Tokens, at: number, to: number): number {
  if (at >= to || kinds[at] !== TokenKind.sign) return 0;
  const width = texts[at] === "\\" ? 2 : 1;
  const quote = texts[at + width - 1];
  if (at + width >= to || (quote !== '"' && quote !== "'" && quote !== "`")) return 0;
  // Inside a word it is an apostrophe; behind one it ends a quote.
  return at > 0 && kinds[at - 1]! <= TokenKind.hole ? 0 : width;
}

/** Position of the closing quote; -1 when there is none. */
export function closingQuote({ kinds, texts }: Tokens, at: number, to: number, width: number): number {
  const quote = texts[at + width - 1];
  for (let i = at + width; i + width <= to; i++) {
    if (kinds[i] !== TokenKind.sign) continue;
    const isEscaped = texts[i] === "\\";
    if (isEscaped && width === 1) {
      i++;
      continue;
    }
    const found = isEscaped ? texts[i + 1] : texts[i];
    if (found !== quote || isEscaped !== (width === 2)) continue;
    const after = i + width;
    if (quote !== "'" || after >= to || kinds[after]! > TokenKind.hole) return i;
  }
  return -1;
}
