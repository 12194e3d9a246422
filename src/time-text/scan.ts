/** Reads characters of a line by position; all line formats are made of these functions. */

/** The number that `count` digits at `at` make, or -1 for anything else. */
export function digitsAt(text: string, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** End of the run of digits that starts at `at`. */
export function endOfDigits(text: string, at: number): number {
  let i = at;
  while (isDigit(text.charCodeAt(i))) i++;
  return i;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

export function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** The first position from `at` on that is no blank. */
export function skipBlanks(text: string, at: number): number {
  let i = at;
  while (isBlank(text.charCodeAt(i))) i++;
  return i;
}

/** End of the run of non-blanks that starts at `at`. */
export function endOfWord(text: string, at: number): number {
  let i = at;
  while (i < text.length && !isBlank(text.charCodeAt(i))) i++;
  return i;
}

export interface Quoted {
  value: string;
  /** After the closing quote. */
  end: number;
}

/** The double-quoted text at `at`, where a backslash protects the next character; undefined when it never closes. */
export function quotedAt(text: string, at: number): Quoted | undefined {
  if (text.charCodeAt(at) !== 34) return undefined;
  let escaped = false;
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92) {
      escaped = true;
      i++;
    } else if (code === 34) {
      const inner = text.slice(at + 1, i);
      return { value: escaped ? unescapeQuotes(inner) : inner, end: i + 1 };
    }
  }
  return undefined;
}

/** Removes the backslash of `\"` and `\\` and leaves every other escape, such as the `\x16` of web servers, alone. */
function unescapeQuotes(text: string): string {
  return text.replace(/\\(["\\])/g, "$1");
}

/** Adds a tag unless the value is empty or the dash for a missing one. */
export function addTag(tags: string[], name: string, value: string | undefined): void {
  if (value === undefined || value === "" || value === "-") return;
  tags.push(name, value);
}
