import { hole, TokenKind, type Tokens } from "./tokens.ts";
import { months, weekdays } from "./vocabulary.ts";

/**
 * Joins holes that belong together into one: addresses, times, versions, identifiers in parts, lists. The result is in
 * `out`; `tokens` are used up.
 */
export function joinHoles(tokens: Tokens, out: Tokens): void {
  takeInHexParts(tokens);
  takeInVersions(tokens);
  joinAll(tokens, out);
  if (!takeInDates(out)) return;
  tokens.clear();
  joinAll(out, tokens);
  out.clear();
  for (let at = 0; at < tokens.length; ) at = keep(tokens, at, out);
}

function joinAll(tokens: Tokens, out: Tokens): void {
  for (let at = 0; at < tokens.length; )
    at = tokens.kinds[at] === TokenKind.hole ? joinFrom(tokens, at, out) : keep(tokens, at, out);
}

function keep({ kinds, texts, starts, ends }: Tokens, at: number, out: Tokens): number {
  out.push(kinds[at]!, texts[at]!, starts[at]!, ends[at]!);
  return at + 1;
}

function joinFrom(tokens: Tokens, at: number, out: Tokens): number {
  keep(tokens, at, out);
  for (let end = at + 1; ; ) {
    const next = nextJoined(tokens, end);
    if (next < 0) return end;
    out.ends[out.length - 1] = tokens.ends[next]!;
    end = next + 1;
  }
}

/** The hole that is joined to one that ends before `at`; -1: none is. */
function nextJoined({ length, kinds, texts }: Tokens, at: number): number {
  const isPlain = (i: number) => i < length && kinds[i] === TokenKind.hole && texts[i] === hole;
  if (at >= length || kinds[at] !== TokenKind.sign) return -1;
  const first = texts[at]!;
  if (connectors.includes(first) && isPlain(at + 1)) return at + 1;
  if ((first === ":" || first === ".") && texts[at + 1] === first && isPlain(at + 2)) return at + 2;
  if (first === "," && kinds[at + 1] === TokenKind.space && isPlain(at + 2)) return at + 2;
  return -1;
}

const connectors = ".:-/,+_@~%#";

/** `fe` of `fe80::fe:1`, `ab` of a MAC, letters of a UUID: parts that happen to have no digit. */
function takeInHexParts(tokens: Tokens): void {
  for (let at = 2; at < tokens.length; at++) takeInPart(tokens, at, -1);
  for (let at = tokens.length - 3; at >= 0; at--) takeInPart(tokens, at, 1);
}

/** `side`: the place of the hole that the part may belong to. */
function takeInPart(tokens: Tokens, at: number, side: -1 | 1): void {
  const { length, kinds, texts } = tokens;
  const neighbour = at + 2 * side;
  if (kinds[at] !== TokenKind.word || kinds[neighbour] !== TokenKind.hole || texts[neighbour] !== hole) return;
  if (texts[at + side] !== ":" && texts[at + side] !== "-") return;
  // `c` of `query.c:712` belongs to what is before it.
  const beyond = at - side;
  if (beyond >= 0 && beyond < length && texts[beyond] === ".") return;
  if (!/^[a-f0-9]{1,4}$|^[a-f]{8}$|^[a-f]{12}$/i.test(texts[at]!)) return;
  takeIn(tokens, at);
}

/** `dfsg` of `1.2+dfsg-3`, `rc` of `2.0~rc`. */
function takeInVersions(tokens: Tokens): void {
  const { length, kinds, texts } = tokens;
  for (let at = 2; at < length; at++) {
    if (kinds[at] !== TokenKind.word || kinds[at - 2] !== TokenKind.hole) continue;
    if ((texts[at - 1] !== "+" && texts[at - 1] !== "~") || texts[at]!.length > versionWordMax) continue;
    takeIn(tokens, at);
  }
}

const versionWordMax = 6;

/** `Sat Nov 21 10:14:05 2026`, `21/Nov/2026`: names of days and months next to numbers. True when there were any. */
function takeInDates(tokens: Tokens): boolean {
  const { kinds, texts } = tokens;
  let found = false;
  for (let at = 0; at < tokens.length; at++) {
    if (kinds[at] !== TokenKind.word || texts[at]!.length !== 3 || !months.has(texts[at]!.toLowerCase())) continue;
    const isBefore = at + 2 < tokens.length && kinds[at + 2] === TokenKind.hole && isDateGap(texts[at + 1]!);
    const isBehind = at >= 2 && kinds[at - 2] === TokenKind.hole && isDateGap(texts[at - 1]!);
    if (!isBefore && !isBehind) continue;
    found = true;
    takeIn(tokens, at);
    for (let gap = at + 1; gap < at + 2 * datePartsMax && gap + 1 < tokens.length; gap += 2) {
      if (kinds[gap + 1] !== TokenKind.hole || kinds[gap] !== TokenKind.space) break;
      bridge(tokens, gap);
    }
    if (at < 2 || kinds[at - 1] !== TokenKind.space || !weekdays.has(texts[at - 2]!.toLowerCase())) continue;
    takeIn(tokens, at - 2);
    bridge(tokens, at - 1);
  }
  return found;
}

/** Behind a month: day, time and year. */
const datePartsMax = 3;

function takeIn({ kinds, texts }: Tokens, at: number): void {
  kinds[at] = TokenKind.hole;
  texts[at] = hole;
}

/** A space that does not separate the holes around it. */
function bridge({ kinds, texts }: Tokens, at: number): void {
  kinds[at] = TokenKind.sign;
  texts[at] = "-";
}

function isDateGap(text: string): boolean {
  return text === " " || text === "/" || text === "-";
}
