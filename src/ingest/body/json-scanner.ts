import { eventValuesMax, jsonDepthMax } from "../limits.ts";

/**
 * Finds where JSON values begin and end without parsing them, so that a body of many events takes the memory of one. It
 * looks at brackets, quotes and commas only; JSON.parse decides whether the text between is valid.
 */
export class JsonScanner {
  /** Depth of brackets and number of values of the last value scanned. */
  deepest = 0;
  values = 0;

  constructor(readonly bytes: Uint8Array) {}

  /** Index after the value at `at`, or -1 when the bytes end before it does. Linear, not recursive. */
  endOfValue(at: number): number {
    const { bytes } = this;
    this.deepest = 0;
    this.values = 1;
    const first = bytes[at];
    if (first === quote) return this.endOfString(at);
    if (first !== openBrace && first !== openBracket) return this.endOfScalar(at);
    return this.endOfBrackets(at);
  }

  /** One loop over local variables, since a list takes most of its time here. */
  private endOfBrackets(at: number): number {
    const { bytes } = this;
    const { length } = bytes;
    let depth = 0;
    let deepest = 0;
    let values = 1;
    let inText = false;
    for (let i = at; i < length; i++) {
      const byte = bytes[i];
      if (inText) {
        if (byte === quote) inText = false;
        else if (byte === backslash) i++;
      } else if (byte === quote) inText = true;
      else if (byte === comma) values++;
      else if (byte === openBrace || byte === openBracket) {
        values++;
        if (++depth > deepest) deepest = depth;
      } else if ((byte === closeBrace || byte === closeBracket) && --depth === 0) {
        this.deepest = deepest;
        this.values = values;
        return i + 1;
      }
    }
    this.deepest = deepest;
    return -1;
  }

  /** Why a parser must not get the value scanned last, given the brackets around it; undefined: it may. */
  excess(outerDepth: number): string | undefined {
    if (this.deepest + outerDepth > jsonDepthMax) return `The event is nested deeper than ${jsonDepthMax} levels.`;
    if (this.values > eventValuesMax) return `The event has more than ${eventValuesMax} values.`;
    return undefined;
  }

  /** Index after the string that opens at `at`, or -1. */
  endOfString(at: number): number {
    const { bytes } = this;
    for (let i = at + 1; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === quote) return i + 1;
      if (byte === backslash) i++;
    }
    return -1;
  }

  skipBlanks(at: number): number {
    let i = at;
    while (isBlankByte(this.bytes[i])) i++;
    return i;
  }

  private endOfScalar(at: number): number {
    const { bytes } = this;
    let i = at;
    for (; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === comma || byte === closeBrace || byte === closeBracket || isBlankByte(byte)) break;
    }
    return i;
  }
}

export function isBlankByte(byte: number | undefined): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}

export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const backslash = 0x5c;
