import { backslash, closeBrace, colon, openBrace, openBracket, quote } from "../../body/json-scanner.ts";
import { type EventLeaves, type KnownName, noName } from "../../event/event-leaves.ts";
import { JsonCursor, textOf } from "../json/json-cursor.ts";
import { JsonLeaves } from "../json/json-leaves.ts";

/** Makes leaves of attributes and values of OpenTelemetry in JSON that is known to be valid. */
export class JsonAttributes {
  readonly #cursor: JsonCursor;
  readonly #leaves: EventLeaves;
  readonly #values: JsonLeaves;

  /** `cursor`: the values to read are there; afterwards it stands after them. */
  constructor(cursor: JsonCursor, leaves: EventLeaves) {
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
    cursor.enter();
    while (cursor.element()) if (prefix !== noName || !this.#addPlain()) this.#addPair(prefix);
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

  /** Reads the usual form, `{"key":"a","value":{"stringValue":"b"}}`. False, with nothing added: another form. */
  #addPlain(): boolean {
    const cursor = this.#cursor;
    const { bytes, at } = cursor;
    if (!startsWith(bytes, at, beforeKey)) return false;
    const nameStart = at + beforeKey.length;
    const nameEnd = endOfPlain(bytes, nameStart);
    if (!startsWith(bytes, nameEnd, beforeKind)) return false;
    const kindEnd = endOfPlain(bytes, nameEnd + beforeKind.length);
    const value = kindEnd + 2;
    if (bytes[kindEnd + 1] !== colon || bytes[value]! <= blank) return false;
    if (bytes[value] === openBrace || bytes[value] === openBracket) return false;
    cursor.at = value;
    this.#values.addScalar(nameStart, nameEnd);
    if (bytes[cursor.at] === closeBrace && bytes[cursor.at + 1] === closeBrace) cursor.at += 2;
    else {
      this.#toEnd();
      this.#toEnd();
    }
    return true;
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
    for (let index = 0; cursor.element(); index++) this.addValue(this.#leaves.writeName(name, `.${index}`));
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

function startsWith(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text[i]) return false;
  return true;
}

/** At the quotation mark that ends a text, or at a backslash in it. */
function endOfPlain(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== quote && bytes[at] !== backslash) at++;
  return at;
}

const blank = 0x20;
const beforeKey = Buffer.from('{"key":"');
const beforeKind = Buffer.from('","value":{"');
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
