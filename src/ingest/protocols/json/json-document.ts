import { AppError } from "../../../lib/errors.ts";
import { jsonDepthMax } from "../../limits.ts";
import { JsonCheck, type NotedParts, skipBlanks } from "./json-check.ts";
import { JsonCursor } from "./json-cursor.ts";

/**
 * Start of the JSON in a body that is one document. Throws AppError `invalid` unless all of it is valid, so it can be
 * read without checks. `kind`: the expected content. `parts` are noted where they begin.
 */
export function startOfDocument(bytes: Uint8Array, kind: string, parts?: NotedParts): number {
  const start = skipBlanks(bytes, bytes[0] === 0xef ? 3 : 0);
  const check = new JsonCheck(bytes, parts);
  const end = check.endOfValue(start);
  if (end < 0 || skipBlanks(bytes, end) < bytes.length || check.deepest > jsonDepthMax)
    throw new AppError("invalid", `The body is no ${kind} in valid JSON. Nothing was stored.`);
  return start;
}

/** Start of the member's value; -1: no such member, or no object. */
export function memberOf(bytes: Uint8Array, object: number, wanted: readonly Uint8Array[]): number {
  if (object < 0) return -1;
  const cursor = new JsonCursor(bytes, object);
  return cursor.find(wanted) ? cursor.at : -1;
}

export function* elementsOf(bytes: Uint8Array, list: number): Generator<number> {
  if (list < 0) return;
  const cursor = new JsonCursor(bytes, list);
  if (!cursor.isList) return;
  cursor.enter();
  while (cursor.element()) {
    yield cursor.at;
    cursor.skipValue();
  }
}

/** Names to look for. */
export function bytesOf(...names: string[]): Uint8Array[] {
  return names.map((name) => Buffer.from(name));
}
