import { TokenKind, type Tokens } from "./tokens.ts";
import { afterName, architectures, beforeFor, beforeUser, notNames, userWords } from "./vocabulary.ts";

/**
 * End of the name of a user or package that begins at `at`, judged by the words around it, as in `for invalid user bob
 * from`; `at` when there is none.
 */
export function nameEnd(tokens: Tokens, at: number, to: number): number {
  if (!mayBeName(tokens, at, to)) return at;
  const end = partsEnd(tokens, at, to);
  if (isPackage(tokens, end, to)) return end;
  const word = tokens.texts[at]!.toLowerCase();
  if (end === at + 1 && notNames.has(word)) return at;
  return isUser(tokens, at, end, to) ? end : at;
}

/** Most words are no names, as two looks tell. */
function mayBeName({ kinds, texts }: Tokens, at: number, to: number): boolean {
  const before = at === 0 ? "" : texts[at - 1]!;
  if (before === "(") return true;
  if (before === " " && at >= 2 && (texts[at - 2] === ")" || texts[at - 2]!.length <= longestLead)) return true;
  return at + 1 < to && kinds[at + 1] === TokenKind.sign;
}

/** Longest word before a name: `for`, `to`, and words for a user. */
const longestLead = 8;

/** `at`: where the name begins, `end`: behind it. */
function isUser(tokens: Tokens, at: number, end: number, to: number): boolean {
  const { texts } = tokens;
  const before = wordBefore(tokens, at);
  if (texts[end] === ")" && end < to) {
    // `(root) CMD (true)` and `(to root) alice on none`
    if (texts[at - 1] === "(") return wordBehind(tokens, end + 1, to) === "cmd";
    if (before === "to" && texts[at - 3] === "(") return true;
  }
  if (texts[end] === "(" && texts[end + 1] === "uid" && end + 1 < to) return true;
  const behind = wordBehind(tokens, end, to);
  if (texts[at - 2] === ")" && behind === "on") return true;
  if (before === "for") {
    const lead = wordBefore(tokens, at - 2);
    return (beforeFor.has(lead) && (behind === "from" || behind === "by")) || (lead === "changed" && end >= to);
  }
  return userWords.has(before) && isEndOfName(tokens, end, to, wordBefore(tokens, at - 2));
}

/** Behind `user NAME`; `lead`: the word before `user`. */
function isEndOfName(tokens: Tokens, end: number, to: number, lead: string): boolean {
  const { kinds, texts } = tokens;
  if (end >= to) return beforeUser.has(lead);
  if (kinds[end] === TokenKind.sign) {
    const isStop = texts[end] === "." && (end + 1 >= to || kinds[end + 1] === TokenKind.space);
    return isStop ? beforeUser.has(lead) : "([,;:".includes(texts[end]!);
  }
  if (end + 1 >= to) return beforeUser.has(lead);
  const next = kinds[end + 1]!;
  if (next === TokenKind.hole) return true;
  if (next === TokenKind.sign) return "[(<".includes(texts[end + 1]!);
  return afterName.has(texts[end + 1]!.toLowerCase());
}

/** `libc-bin:amd64` */
function isPackage({ texts }: Tokens, end: number, to: number): boolean {
  return end + 1 < to && texts[end] === ":" && architectures.has(texts[end + 1]!);
}

/** Words and holes with signs between them that names can have. */
function partsEnd({ kinds, texts }: Tokens, at: number, to: number): number {
  let end = at + 1;
  while (end + 1 < to && "-.+_$\\".includes(texts[end]!) && kinds[end + 1]! <= TokenKind.hole) end += 2;
  return end;
}

/** The word one space before; "" when there is none. */
function wordBefore({ kinds, texts }: Tokens, at: number): string {
  if (at < 2 || kinds[at - 1] !== TokenKind.space || kinds[at - 2] !== TokenKind.word) return "";
  return texts[at - 2]!.toLowerCase();
}

/** The word one space behind the one that ends before `end`; "" when there is none. */
function wordBehind({ kinds, texts }: Tokens, end: number, to: number): string {
  if (end + 1 >= to || kinds[end] !== TokenKind.space || kinds[end + 1] !== TokenKind.word) return "";
  return texts[end + 1]!.toLowerCase();
}
