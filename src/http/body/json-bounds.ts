import { AppError } from "../../lib/errors.ts";
import { jsonDepthMax, jsonValuesMax } from "../limits.ts";

/**
 * Refuses JSON text nested deeper, or of more values, than the bounds, before a parser recurses into it or makes an
 * object of each. Says nothing about its validity.
 */
export function checkJsonBounds(bytes: Uint8Array, depthMax = jsonDepthMax, valuesMax = jsonValuesMax): void {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) index = endOfString(bytes, index);
    else if (byte === comma) values += 1;
    else if (byte === openBrace || byte === openBracket) {
      values += 1;
      depth += 1;
      if (depth > depthMax) throw new AppError("invalid", `The body is nested deeper than ${depthMax} levels.`);
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1;
    if (values > valuesMax) throw new AppError("invalid", `The body has more than ${valuesMax} values.`);
  }
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Index of the closing quote, or of the end when there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let index = start + 1; index < bytes.length; index += 1) {
    if (bytes[index] === backslash) index += 1;
    else if (bytes[index] === quote) return index;
  }
  return bytes.length;
}
