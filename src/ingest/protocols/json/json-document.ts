import { jsonDepthMax, passedPerStepMax } from "../../limits.ts";
import { JsonCheck, moreValues, type NotedParts, skipBlanks } from "./json-check.ts";
import { JsonCursor } from "./json-cursor.ts";

/**
 * Checks in steps that a body is one document: unless all of it is valid, it cannot be read without checks. `parts` are
 * noted where they begin.
 */
export class DocumentCheck {
  /** Start of the JSON. */
  readonly start: number;
  readonly #bytes: Uint8Array;
  readonly #check: JsonCheck;

  constructor(bytes: Uint8Array, parts?: NotedParts) {
    this.start = skipBlanks(bytes, bytes[0] === 0xef ? 3 : 0);
    this.#bytes = bytes;
    this.#check = new JsonCheck(bytes, parts);
    this.#check.begin(this.start);
  }

  /** Whether it is; "pending": a further step will tell. */
  step(): boolean | "pending" {
    const end = this.#check.goOn(passedPerStepMax);
    if (end === moreValues) return "pending";
    return end >= 0 && skipBlanks(this.#bytes, end) >= this.#bytes.length && this.#check.deepest <= jsonDepthMax;
  }
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
