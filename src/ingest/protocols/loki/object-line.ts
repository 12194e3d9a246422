import { JsonCheck, skipBlanks } from "../json/json-check.ts";
import { excessOf } from "../json/json-values.ts";

/** The object in a line of a structured logger; undefined for other text. */
export function parseObjectLine(line: Uint8Array): object | undefined {
  const start = skipBlanks(line, 0);
  if (line[start] !== openBrace) return undefined;
  const check = new JsonCheck(line);
  const end = check.endOfValue(start);
  if (end < 0 || excessOf(check) !== undefined || skipBlanks(line, end) < line.length) return undefined;
  return JSON.parse(Buffer.from(line.buffer, line.byteOffset, line.length).toString("utf8")) as object;
}

export function parseObjectText(line: string): object | undefined {
  return parseObjectLine(Buffer.from(line));
}

const openBrace = 0x7b;
