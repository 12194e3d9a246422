import { TokenKind, type Tokens } from "./tokens.ts";

/** End of the mail or network address that begins at `at`; `at` when there is none. */
export function addressEnd(tokens: Tokens, at: number, to: number): number {
  if (isMac(tokens, at, to)) return at + macTokens;
  if (!tokens.hasAt) return at;
  const sign = partEnd(tokens, at, to, ".-+");
  if (sign >= to || tokens.texts[sign] !== "@") return at;
  const end = partEnd(tokens, sign + 1, to, ".-");
  for (let i = sign + 2; i < end; i++) if (tokens.texts[i] === ".") return end;
  return at;
}

/** `aa:bb:cc:dd:ee:ff`; with digits it is holes already. */
function isMac({ kinds, texts }: Tokens, at: number, to: number): boolean {
  if (at + macTokens > to || texts[at + 1] !== ":") return false;
  for (let i = at; i < at + macTokens; i++) {
    const isPart = (i - at) % 2 === 0;
    if (isPart ? !isMacPart(kinds[i]!, texts[i]!) : texts[i] !== ":") return false;
  }
  return true;
}

function isMacPart(kind: number, text: string): boolean {
  return kind === TokenKind.hole || /^[a-f]{2}$/i.test(text);
}

const macTokens = 11;

/** Words and holes with these signs between them. */
function partEnd({ kinds, texts }: Tokens, at: number, to: number, signs: string): number {
  let end = at;
  while (end < to && kinds[end]! <= TokenKind.hole) {
    const hasMore =
      end + 2 < to &&
      kinds[end + 1] === TokenKind.sign &&
      signs.includes(texts[end + 1]!) &&
      kinds[end + 2]! <= TokenKind.hole;
    end += hasMore ? 2 : 1;
  }
  return end;
}
