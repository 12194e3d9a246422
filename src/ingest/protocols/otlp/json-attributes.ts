import { backslash, comma } from "../../body/json-scanner.ts";
import { type EventLeaves, type KnownName, noName } from "../../event/event-leaves.ts";
import { leafKinds } from "../../event/leaf-table.ts";
import { eventValuesMax } from "../../limits.ts";
import { JsonCursor, textOf } from "../json/json-cursor.ts";
import { JsonLeaves } from "../json/json-leaves.ts";
import { type PlainParts, partKinds } from "./plain-parts.ts";

/** Makes leaves of attributes and values of OpenTelemetry in JSON that is known to be valid. */
export class JsonAttributes {
  readonly #cursor: JsonCursor;
  readonly #leaves: EventLeaves;
  readonly #values: JsonLeaves;
  readonly #parts: PlainParts;

  /** `cursor`: the values to read are there; afterwards it stands after them. */
  constructor(cursor: JsonCursor, leaves: EventLeaves, parts: PlainParts) {
    this.#parts = parts;
    this.#cursor = cursor;
    this.#leaves = leaves;
    this.#values = new JsonLeaves(cursor, leaves);
  }

  /** A list of KeyValues, each under its key after the prefix. */
  addList(prefix: KnownName = noName): void {
    const cursor = this.#cursor;
    if (!cursor.isList) {
      cursor.skipValue();
      return;
    }
    const start = cursor.at;
    cursor.enter();
    if (prefix === noName) this.#addPlain();
    for (let count = 0; cursor.element(); count++) {
      if (count === eventValuesMax) this.#leaves.refuse();
      if (this.#leaves.isOverfull) {
        this.#skipFrom(start);
        return;
      }
      this.#addPair(prefix);
      if (prefix === noName) this.#addPlain();
    }
  }

  /** An AnyValue under a name. */
  addValue(name: KnownName): void {
    const cursor = this.#cursor;
    const end = this.#endOfValue();
    if (this.#toContent()) {
      const kind = valueNames[cursor.nameAmong(valueNameBytes)];
      if (kind === "arrayValue") this.#addElements(name);
      else if (kind === "kvlistValue") this.#addMembers(name);
      else this.#values.addAs(name);
    }
    cursor.at = end;
  }

  /** An AnyValue as a JavaScript value. */
  read(): unknown {
    const start = this.#cursor.at;
    return plainValue(new JsonCursor(this.#cursor.bytes, start).readValue());
  }

  /** Reads attributes in the usual form, up to the first in another. */
  #addPlain(): void {
    const cursor = this.#cursor;
    const { bytes } = cursor;
    const leaves = this.#leaves;
    const parts = this.#parts;
    for (let { at } = cursor; !leaves.isOverfull && parts.findAttribute(at); at++) {
      if (parts.kind === partKinds.text) {
        leaves.add(parts.nameStart, parts.nameEnd, parts.start, parts.end, leafKinds.text);
        // Its quotation marks count, as they do in any other form.
        leaves.sizeBytes += 2;
        at = parts.end + 3;
      } else if (parts.kind === partKinds.number) {
        leaves.add(parts.nameStart, parts.nameEnd, parts.start, parts.end, leafKinds.number);
        at = parts.end + 2;
      } else {
        cursor.at = parts.start;
        this.#values.addScalar(parts.nameStart, parts.nameEnd);
        at = cursor.at + 2;
      }
      cursor.at = at;
      if (bytes[at] !== comma) return;
    }
  }

  #addPair(prefix: KnownName): void {
    const cursor = this.#cursor;
    const start = cursor.at;
    if (!(cursor.isObject && cursor.find(keyName) && cursor.isText)) {
      this.#skipFrom(start);
      return;
    }
    const nameStart = cursor.at + 1;
    cursor.at = cursor.endOfText();
    const nameEnd = cursor.at - 1;
    if (!this.#toValue(start)) {
      this.#skipFrom(start);
      return;
    }
    if (prefix === noName && isPlain(cursor.bytes, nameStart, nameEnd)) this.#addUnder(nameStart, nameEnd);
    else {
      const written = JSON.parse(textOf(cursor.bytes, nameStart - 1, nameEnd + 1)) as string;
      this.addValue(this.#leaves.writeName(prefix, written));
    }
    this.#toEnd();
  }

  #skipFrom(start: number): void {
    this.#cursor.at = start;
    this.#cursor.skipValue();
  }

  /** Moves past the object that it stands inside. */
  #toEnd(): void {
    while (this.#cursor.member()) this.#cursor.skipValue();
  }

  /** It is usually the next member. */
  #toValue(start: number): boolean {
    const cursor = this.#cursor;
    if (cursor.member() && cursor.nameAmong(valueName) === 0) return true;
    cursor.at = start;
    return cursor.find(valueName);
  }

  /** The AnyValue at which it stands, under a name in the body. */
  #addUnder(nameStart: number, nameEnd: number): void {
    const cursor = this.#cursor;
    const { at } = cursor;
    if (!this.#toContent()) this.#skipFrom(at);
    else if (cursor.isObject || cursor.isList) {
      cursor.at = at;
      this.addValue(this.#leaves.joinName(noName, nameStart, nameEnd));
    } else {
      this.#values.addScalar(nameStart, nameEnd);
      this.#toEnd();
    }
  }

  /** Goes to the value of the AnyValue: that of its only member. */
  #toContent(): boolean {
    const cursor = this.#cursor;
    if (!cursor.isObject) return false;
    cursor.enter();
    return cursor.member();
  }

  #addElements(name: KnownName): void {
    const cursor = this.#cursor;
    if (!(cursor.find(valuesName) && cursor.isList)) return;
    cursor.enter();
    for (let index = 0; !this.#leaves.isOverfull && cursor.element(); index++)
      this.addValue(this.#leaves.writeName(name, `.${index}`));
  }

  #addMembers(name: KnownName): void {
    if (this.#cursor.find(valuesName))
      this.addList(name.end === name.start ? noName : this.#leaves.writeName(name, "."));
  }

  #endOfValue(): number {
    const cursor = this.#cursor;
    const { at } = cursor;
    cursor.skipValue();
    const end = cursor.at;
    cursor.at = at;
    return end;
  }
}

function isPlain(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] === backslash) return false;
  return true;
}

const keyName = [Buffer.from("key")];
const valueName = [Buffer.from("value")];
const valuesName = [Buffer.from("values")];
const valueNames = ["arrayValue", "kvlistValue", "array_value", "kvlist_value"] as const;
const valueNameBytes = valueNames.map((name) => Buffer.from(name));

/** Depth is bounded by the check of the whole body. */
function plainValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return null;
  const [kind, content] = Object.entries(value)[0] ?? [];
  if (kind === "arrayValue" || kind === "array_value") return listOf(content).map(plainValue);
  if (kind !== "kvlistValue" && kind !== "kvlist_value") return content ?? null;
  return Object.fromEntries(listOf(content).map((pair) => [String(pair?.key), plainValue(pair?.value)]));
}

function listOf(content: unknown): { key?: unknown; value?: unknown }[] {
  const values = (content as { values?: unknown } | null)?.values;
  return Array.isArray(values) ? values : [];
}
