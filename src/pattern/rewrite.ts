import { addressEnd } from "./addresses.ts";
import { type KeyKind, kindOfKey } from "./keys.ts";
import { plainWordMax } from "./limits.ts";
import { nameEnd } from "./names.ts";
import { pathEnd, urlEnd } from "./paths.ts";
import { closingQuote, quoteWidthAt } from "./quotes.ts";
import { hole, TokenKind, type Tokens } from "./tokens.ts";
import { digests, methods } from "./vocabulary.ts";

/** Replaces data without digits: paths, addresses, quoted values, values of naming keys, users. */
export function rewrite(tokens: Tokens, out: Tokens): void {
  new Rewriter(tokens, out).run(0, tokens.length);
}

class Rewriter {
  readonly #tokens: Tokens;
  readonly #out: Tokens;

  constructor(tokens: Tokens, out: Tokens) {
    this.#tokens = tokens;
    this.#out = out;
  }

  /** The tokens from `from` to before `to`. */
  run(from: number, to: number): void {
    const { kinds } = this.#tokens;
    for (let at = from; at < to; ) {
      const kind = kinds[at]!;
      if (kind === TokenKind.sign) at = this.#sign(at, to);
      else if (kind === TokenKind.word) at = this.#word(at, to);
      else this.#keep(at++);
    }
  }

  #sign(at: number, to: number): number {
    const tokens = this.#tokens;
    const quoted = this.#quoted(at, to, "none");
    if (quoted > at) return quoted;
    const afterPath = pathEnd(tokens, at, to);
    if (afterPath > at) return this.#replace(at, afterPath);
    if (this.#isSignOfNumber(at, to)) return at + 1;
    this.#keep(at);
    return at + 1;
  }

  #word(at: number, to: number): number {
    const tokens = this.#tokens;
    const word = tokens.texts[at]!;
    const afterData = Math.max(urlEnd(tokens, at, to), pathEnd(tokens, at, to), addressEnd(tokens, at, to));
    if (afterData > at) return this.#replace(at, afterData);
    const afterName = nameEnd(tokens, at, to);
    if (afterName > at || isOpaque(word)) return this.#replace(at, Math.max(afterName, at + 1));
    this.#keep(at);
    const afterDigest = digests.has(word.toLowerCase()) ? this.#digestEnd(at + 1, to) : 0;
    if (afterDigest === 0) return this.#value(word, at + 1, to);
    this.#keep(at + 1);
    return this.#replace(at + 2, afterDigest);
  }

  /** End of the fingerprint after the colon; 0 when there is none. */
  #digestEnd(colon: number, to: number): number {
    if (!this.#isSign(colon, ":", to) || colon + 1 >= to || this.#tokens.kinds[colon + 1] === TokenKind.space) return 0;
    const end = chunkEnd(this.#tokens, colon + 1, to);
    return end > colon + 1 ? end : 0;
  }

  /** Handles the value after a word that may be a key: replaces it when the key says so. Returns where to continue. */
  #value(key: string, at: number, to: number): number {
    const tokens = this.#tokens;
    const isAssigned = this.#isSign(at, "=", to) && !this.#isSign(at + 1, "=", to);
    const isNamed = !isAssigned && this.#isSign(at, ":", to) && tokens.kinds[at + 1] === TokenKind.space;
    if (!isAssigned && !isNamed) return at;
    const kind = kindOfKey(key);
    const begin = isAssigned ? at + 1 : at + 2;
    if (isNamed && (kind !== "naming" || !isWholeChunk(tokens, begin, to))) return at;
    for (let i = at; i < begin; i++) this.#keep(i);
    return this.#assigned(kind, begin, to);
  }

  #assigned(kind: KeyKind, at: number, to: number): number {
    const quoted = this.#quoted(at, to, kind);
    if (quoted > at) return quoted;
    if (kind !== "naming") return at;
    return this.#replace(at, chunkEnd(this.#tokens, at, to));
  }

  /** Rewrites a quoted part from `at` on by the kind of its key; returns `at` when there is none. */
  #quoted(at: number, to: number, kind: KeyKind): number {
    const tokens = this.#tokens;
    const width = quoteWidthAt(tokens, at, to);
    const close = width === 0 ? -1 : closingQuote(tokens, at, to, width);
    if (close < 0) return at;
    for (let i = 0; i < width; i++) this.#keep(at + i);
    const begin = at + width;
    const end = close + width;
    const isKey = this.#isSign(end, ":", to) && isMemberBegin(tokens, at) && isOneWord(tokens, begin, close);
    const isKept =
      kind === "none" ? isRequest(tokens, begin, close) || isLead(tokens, begin, end, to) : kind !== "naming";
    if (isKey || isKept) this.run(begin, close);
    else this.#replace(begin, close);
    for (let i = close; i < end; i++) this.#keep(i);
    return isKey ? this.#ofQuotedKey(tokens.texts[close - 1]!, end, to) : end;
  }

  /** JSON: the value follows the colon, with or without a space. */
  #ofQuotedKey(key: string, colon: number, to: number): number {
    this.#keep(colon);
    let at = colon + 1;
    if (at < to && this.#tokens.kinds[at] === TokenKind.space) this.#keep(at++);
    const kind = kindOfKey(key);
    return kind === "naming" && !isOpening(this.#tokens, at, to)
      ? this.#assigned(kind, at, to)
      : this.#quoted(at, to, kind);
  }

  /** `-5` behind a space or the like is a number as `5` is. */
  #isSignOfNumber(at: number, to: number): boolean {
    const { kinds, texts } = this.#tokens;
    if (texts[at] !== "-" && texts[at] !== "+") return false;
    if (at + 1 >= to || kinds[at + 1] !== TokenKind.hole) return false;
    const before = texts[at - 1] ?? " ";
    return before.endsWith("_") || " =([{,:<>".includes(before);
  }

  #isSign(at: number, text: string, to: number): boolean {
    return at < to && this.#tokens.kinds[at] === TokenKind.sign && this.#tokens.texts[at] === text;
  }

  #keep(at: number): void {
    const { kinds, texts, starts, ends } = this.#tokens;
    this.#out.push(kinds[at]!, texts[at]!, starts[at]!, ends[at]!);
  }

  /** Makes one hole of the tokens from `at` to before `end`, of which there may be none. Returns `end`. */
  #replace(at: number, end: number): number {
    const { starts, ends } = this.#tokens;
    const start = at < end ? starts[at]! : (ends[at - 1] ?? 0);
    this.#out.push(TokenKind.hole, hole, start, at < end ? ends[end - 1]! : start);
    return end;
  }
}

/** Nobody writes such words: they are data without a digit. */
function isOpaque(word: string): boolean {
  return word.length > plainWordMax || (word.length >= shortestHex && /^[a-f]+$/i.test(word));
}

const shortestHex = 8;

/** End of the value that begins at `at`. */
function chunkEnd({ kinds, texts }: Tokens, at: number, to: number): number {
  const bracket = closingBrackets[texts[at]!];
  let end = at;
  for (; end < to && kinds[end] !== TokenKind.space; end++) {
    if (kinds[end] !== TokenKind.sign) continue;
    if (texts[end] === bracket) return end + 1;
    if (",;)]}>\"'`|".includes(texts[end]!)) break;
  }
  return end;
}

const closingBrackets: Readonly<Record<string, string>> = { "<": ">", "[": "]", "(": ")", "{": "}" };

/** One value up to a comma, a semicolon or the end. */
function isWholeChunk(tokens: Tokens, at: number, to: number): boolean {
  if (at >= to || isOpening(tokens, at, to)) return false;
  if (quoteWidthAt(tokens, at, to) > 0) return true;
  const end = chunkEnd(tokens, at, to);
  // `user: name=bob` is no value but more keys.
  if (tokens.texts.slice(at, end).includes("=")) return false;
  return end > at && (end === to || ",;".includes(tokens.texts[end]!));
}

function isOpening({ kinds, texts }: Tokens, at: number, to: number): boolean {
  return at < to && kinds[at] === TokenKind.sign && "[{(".includes(texts[at]!);
}

/** Behind `{` or `,`, as members of JSON begin. */
function isMemberBegin({ kinds, texts }: Tokens, at: number): boolean {
  const before = kinds[at - 1] === TokenKind.space ? at - 2 : at - 1;
  return before >= 0 && (texts[before] === "{" || texts[before] === ",");
}

/** A name as keys have: without a space. */
function isOneWord({ kinds }: Tokens, from: number, to: number): boolean {
  if (from >= to || kinds[to - 1] !== TokenKind.word) return false;
  for (let at = from; at < to; at++) if (kinds[at] === TokenKind.space) return false;
  return true;
}

/** `"Event occurred" kind="Pod"`: the text of a structured logger before its keys. */
function isLead({ kinds, texts }: Tokens, begin: number, end: number, to: number): boolean {
  if (end + 2 >= to || kinds[end] !== TokenKind.space || kinds[end + 1] !== TokenKind.word) return false;
  return texts[end + 2] === "=" && kinds.slice(begin, end).includes(TokenKind.space);
}

/** `GET /path HTTP/1.1` */
function isRequest({ kinds, texts }: Tokens, from: number, to: number): boolean {
  return from + 2 < to && kinds[from + 1] === TokenKind.space && methods.has(texts[from]!.toLowerCase());
}
