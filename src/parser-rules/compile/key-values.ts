import { foundMax } from "../limits.ts";

export interface KeyValueOptions {
  /** Between key and value. */
  separator: string;
  /** Around a value that may hold separators; "" for none. */
  delimiter: string;
  /** Between pairs; " " is any run of blanks. */
  pairSeparator: string;
  /** A value goes on until the next key, as in CEF. */
  spacesInValues: boolean;
}

/** The pairs of a text, the first of each key. Text that is no pair is skipped. Linear in the length of the text. */
export function readKeyValues(text: string, options: KeyValueOptions, found: Map<string, string>): void {
  if (options.spacesInValues) readSpacedValues(text, options, found);
  else readPairs(text, options, found);
}

function readPairs(text: string, options: KeyValueOptions, found: Map<string, string>): void {
  const { separator, delimiter, pairSeparator } = options;
  const isBlankSeparated = pairSeparator === " ";
  let at = 0;
  while (at < text.length && found.size < foundMax) {
    const split = text.indexOf(separator, at);
    if (split < 0) return;
    const key = keyBefore(text, at, split);
    const begin = isBlankSeparated ? split + separator.length : skipSpaces(text, split + separator.length);
    if (delimiter !== "" && text.startsWith(delimiter, begin)) {
      const { value, end } = readDelimited(text, begin + 1, delimiter);
      add(found, key, value);
      at = end;
      continue;
    }
    const end = isBlankSeparated ? endOfWord(text, begin) : endAt(text, pairSeparator, begin);
    const value = text.slice(begin, end);
    add(found, key, isBlankSeparated ? value : value.trim());
    at = Math.max(end, split + separator.length);
  }
}

/**
 * The key that ends right before the separator; "" when there is none. It reaches back neither over text that was read
 * already nor further than a key can be long: a separator that may be part of a key ("-") would else make each of its
 * places search the whole text.
 */
function keyBefore(text: string, readUpTo: number, end: number): string {
  const from = Math.max(readUpTo, end - keyCharactersMax);
  let last = end;
  while (last > from && text.charCodeAt(last - 1) === 32) last--;
  let begin = last;
  while (begin > from && isKeyCharacter(text.charCodeAt(begin - 1))) begin--;
  return text.slice(begin, last);
}

/** More than a tag's name may have, plus blanks behind it. */
const keyCharactersMax = 512;

function readDelimited(text: string, begin: number, delimiter: string): { value: string; end: number } {
  let value = "";
  let from = begin;
  for (let at = begin; at < text.length; at++) {
    const character = text[at]!;
    if (character === delimiter) return { value: value + text.slice(from, at), end: at + 1 };
    if (character !== "\\" || at + 1 >= text.length) continue;
    value += text.slice(from, at);
    from = at + 1;
    at++;
  }
  return { value: value + text.slice(from), end: text.length };
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32) at++;
  return at;
}

function endOfWord(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 32 || (code >= 9 && code <= 13)) return at;
  }
  return text.length;
}

function endAt(text: string, separator: string, from: number): number {
  const end = text.indexOf(separator, from);
  return end < 0 ? text.length : end;
}

/** `key=some words other=…`: a key begins the text or stands behind a blank. */
function readSpacedValues(text: string, { separator }: KeyValueOptions, found: Map<string, string>): void {
  let key = "";
  let valueBegin = 0;
  for (let split = nextSplit(text, separator, 0); split >= 0; split = nextSplit(text, separator, split + 1)) {
    const nextKey = keyBefore(text, valueBegin, split);
    const keyBegin = split - nextKey.length;
    if (nextKey === "" || (keyBegin > 0 && text[keyBegin - 1] !== " ")) continue;
    if (key !== "") add(found, key, unescapeValue(text.slice(valueBegin, keyBegin).trim()));
    if (found.size >= foundMax) return;
    key = nextKey;
    valueBegin = split + separator.length;
  }
  if (key !== "") add(found, key, unescapeValue(text.slice(valueBegin).trim()));
}

/** A separator without a backslash before it. */
function nextSplit(text: string, separator: string, from: number): number {
  let at = text.indexOf(separator, from);
  while (at > 0 && text[at - 1] === "\\") at = text.indexOf(separator, at + 1);
  return at;
}

function unescapeValue(value: string): string {
  if (!value.includes("\\")) return value;
  return value.replace(/\\([=\\|nr])/g, (_, sign: string) => (sign === "n" || sign === "r" ? "\n" : sign));
}

function add(found: Map<string, string>, key: string, value: string): void {
  if (key !== "" && !found.has(key)) found.set(key, value);
}

/** Letters, digits and `_ - . / @ [ ]`; all beyond ASCII counts as letters. */
function isKeyCharacter(code: number): boolean {
  if (code >= 97 && code <= 122) return true;
  if (code >= 64 && code <= 91) return true;
  if (code >= 45 && code <= 57) return true;
  return code === 95 || code === 93 || code > 127;
}
