import { type EventLeaves, type KnownName, noName } from "../../event/event-leaves.ts";
import { leafKinds } from "../../event/leaf-table.ts";
import { eventValuesMax, jsonDepthMax } from "../../limits.ts";
import { ProtoCursor } from "../protobuf/proto-cursor.ts";
import { anyValue, keyValue } from "./otlp-shapes.ts";

/** Makes leaves of attributes and values of OpenTelemetry; broken or deeply nested ones set `isBroken`. */
export class ProtoValues {
  isBroken = false;
  /** Parts of lists and objects of the record. */
  #parts = 0;
  readonly #bytes: Uint8Array;
  readonly #leaves: EventLeaves;
  readonly #pair: ProtoCursor;
  readonly #value: ProtoCursor;

  constructor(bytes: Uint8Array, leaves: EventLeaves) {
    this.#bytes = bytes;
    this.#leaves = leaves;
    this.#pair = new ProtoCursor(bytes);
    this.#value = new ProtoCursor(bytes);
  }

  /** For another record. */
  begin(): void {
    this.isBroken = false;
    this.#parts = 0;
  }

  /** The KeyValue in bytes[start .. end), under its key. */
  addAttribute(start: number, end: number): void {
    if (!this.#addPlain(start, end)) this.#addAny(start, end);
  }

  /** The usual form: a short key, then a short text or a double. False: another form. */
  #addPlain(start: number, end: number): boolean {
    const bytes = this.#bytes;
    const nameStart = start + 2;
    const nameLength = bytes[start + 1]!;
    const nameEnd = nameStart + nameLength;
    const value = nameEnd + 2;
    if (bytes[start] !== tags.key || nameLength >= 0x80 || value + 2 > end) return false;
    const length = bytes[nameEnd + 1]!;
    if (bytes[nameEnd] !== tags.value || value + length !== end || length >= 0x80) return false;
    const kind = bytes[value]!;
    if (kind === tags.text && bytes[value + 1]! + 2 === length)
      this.#leaves.add(nameStart, nameEnd, value + 2, end, leafKinds.text);
    else if (kind === tags.double && length === 9)
      this.#leaves.addNumberAt(nameStart, nameEnd, this.#leaves.view.getFloat64(value + 1, true));
    else return false;
    return true;
  }

  #addAny(start: number, end: number): void {
    const pair = this.#readPair(start, end);
    if (pair === undefined) return;
    const { nameStart, nameEnd, valueStart, valueEnd } = pair;
    const value = this.#openValue(valueStart, valueEnd);
    if (value === undefined) return;
    if (value.field === anyValue.text) this.#leaves.add(nameStart, nameEnd, value.start, value.end, leafKinds.text);
    else if (value.field === anyValue.list || value.field === anyValue.object)
      this.addValue(this.#leaves.joinName(noName, nameStart, nameEnd), valueStart, valueEnd);
    else this.#leaves.addValueAt(nameStart, nameEnd, scalarOf(value));
  }

  /** The AnyValue in bytes[start .. end), all its scalars under dotted names; without a name, under their own. */
  addValue(name: KnownName, start: number, end: number, depth = 1): void {
    const value = this.#openValue(start, end);
    if (value === undefined) return;
    const { field } = value;
    if (field === anyValue.text) this.#leaves.addKnown(name, value.start, value.end, leafKinds.text);
    else if (field !== anyValue.list && field !== anyValue.object) this.#leaves.addValue(name, scalarOf(value));
    else if (depth === jsonDepthMax) this.isBroken = true;
    else if (field === anyValue.list) this.#addElements(name, value.start, value.end, depth + 1);
    else this.#addMembers(name, value.start, value.end, depth + 1);
  }

  /** The same as a JavaScript value. */
  read(start: number, end: number, depth = 1): unknown {
    const value = this.#openValue(start, end);
    if (value === undefined) return null;
    const { field } = value;
    if (field !== anyValue.list && field !== anyValue.object)
      return field === anyValue.text ? value.text() : scalarOf(value);
    if (depth === jsonDepthMax) this.isBroken = true;
    const inner = depth === jsonDepthMax ? [] : this.#partsOf(value.start, value.end);
    if (field === anyValue.list) return inner.map(([from, to]) => this.read(from, to, depth + 1));
    const entries = inner.flatMap(([from, to]) => {
      const pair = this.#readPair(from, to);
      if (pair === undefined) return [];
      const name = Buffer.from(this.#bytes.subarray(pair.nameStart, pair.nameEnd)).toString("utf8");
      return [[name, this.read(pair.valueStart, pair.valueEnd, depth + 1)] as const];
    });
    return Object.fromEntries(entries);
  }

  #addElements(name: KnownName, start: number, end: number, depth: number): void {
    for (const [index, [from, to]] of this.#partsOf(start, end).entries())
      this.addValue(this.#leaves.writeName(name, `.${index}`), from, to, depth);
  }

  #addMembers(name: KnownName, start: number, end: number, depth: number): void {
    const prefix = name.end === name.start ? noName : this.#leaves.writeName(name, ".");
    for (const [from, to] of this.#partsOf(start, end)) {
      const pair = this.#readPair(from, to);
      if (pair === undefined) continue;
      const { nameStart, nameEnd, valueStart, valueEnd } = pair;
      this.addValue(this.#leaves.joinName(prefix, nameStart, nameEnd), valueStart, valueEnd, depth);
    }
  }

  /** Start and end of each message in a list. */
  #partsOf(start: number, end: number): [start: number, end: number][] {
    const cursor = new ProtoCursor(this.#bytes, start, end);
    const parts: [number, number][] = [];
    while (this.#parts <= partsMax && cursor.next())
      if (cursor.field === 1 && ++this.#parts <= partsMax) parts.push([cursor.start, cursor.end]);
    if (this.#parts > partsMax) this.#leaves.refuse();
    if (cursor.isBroken) this.isBroken = true;
    return parts;
  }

  /** Undefined: it has no value, or is broken. */
  #readPair(start: number, end: number) {
    const cursor = this.#pair;
    const pair = { nameStart: 0, nameEnd: 0, valueStart: -1, valueEnd: -1 };
    cursor.open(start, end);
    while (cursor.next())
      if (cursor.field === keyValue.key) {
        pair.nameStart = cursor.start;
        pair.nameEnd = cursor.end;
      } else if (cursor.field === keyValue.value) {
        pair.valueStart = cursor.start;
        pair.valueEnd = cursor.end;
      }
    if (cursor.isBroken) this.isBroken = true;
    return pair.valueStart < 0 || cursor.isBroken ? undefined : pair;
  }

  /** Goes to the field that has the value; undefined: it is empty, or broken. */
  #openValue(start: number, end: number): ProtoCursor | undefined {
    const cursor = this.#value;
    cursor.open(start, end);
    if (cursor.next()) return wireOf[cursor.field] === cursor.wire ? cursor : this.#broken();
    return cursor.isBroken ? this.#broken() : undefined;
  }

  #broken(): undefined {
    this.isBroken = true;
  }
}

/** A body is read twice, for its fields and for its text. */
const partsMax = 2 * eventValuesMax;

/** Wire type of each kind of AnyValue. */
const wireOf: Readonly<Record<number, number>> = {
  [anyValue.text]: 2,
  [anyValue.bool]: 0,
  [anyValue.int]: 0,
  [anyValue.double]: 1,
  [anyValue.list]: 2,
  [anyValue.object]: 2,
  [anyValue.bytes]: 2,
};

/** First bytes of the fields: number and wire type. */
const tags = {
  key: keyValue.key * 8 + 2,
  value: keyValue.value * 8 + 2,
  text: anyValue.text * 8 + 2,
  double: anyValue.double * 8 + 1,
} as const;

function scalarOf(value: ProtoCursor): string | number | boolean {
  if (value.field === anyValue.bool) return value.number() !== 0;
  if (value.field === anyValue.int) return value.int64();
  if (value.field === anyValue.double) return value.double();
  return Buffer.from(value.bytes.subarray(value.start, value.end)).toString("base64");
}
