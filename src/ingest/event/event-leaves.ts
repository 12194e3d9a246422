import type { Micros } from "../../eventstore/event/event.ts";
import { eventNamesBytesMax, eventValuesMax, fastLeavesMax } from "../limits.ts";
import { doubled, LeafTable, leafKinds } from "./leaf-table.ts";
import { firstPlace, type NamePlace } from "./name-place.ts";
import { decimalRoom, writeDecimal } from "./write-decimal.ts";

/** Slots for parts that an event has at most one of; leaves with names follow them. */
export const leafSlots = { host: 0, program: 1, message: 2, fallback: 3, time: 4, severity: 5, facility: 6 } as const;
export const slotCount = 7;

/** Buffers a name may lie in. */
const inBody = 0;
const beside = 1;
const inKept = 2;

/**
 * One event as the reader of a protocol found it: where its texts lie in the body, without a copy and without an
 * object. Texts that are not in the body in their stored form are written to a side buffer. A reader has one of these
 * and refills it for each event; it is valid until the next one is begun.
 *
 * The protocol's own fields go into the slots (`setHost` …). Everything else is a leaf with a name, dotted where it was
 * nested: names that programs use for our fields fill empty slots, the others become user tags.
 */
export class EventLeaves {
  readonly table = new LeafTable(32);
  nameStarts = new Int32Array(32);
  nameEnds = new Int32Array(32);
  nameKinds = new Uint8Array(32);
  /** How many leaves, slots counted. */
  count: number = slotCount;
  /** A bit for each slot that is filled. */
  filled = 0;
  /** Where the names led; undefined: to the slow path. */
  place: NamePlace | undefined = firstPlace();
  /** Texts that are not in the body. */
  scratch = new Uint8Array(256);
  /** Approximate bytes of names and values; excludes the slot `fallback`, which most often is not needed. */
  sizeBytes = 0;
  /** Retry key, "" for none. */
  eventId = "";
  /** The event has more leaves or names than allowed; the surplus was dropped and the event must be rejected. */
  isOverfull = false;
  /** Its message may be a line that a program wrote and its envelope carries; set by the reader for all its events. */
  carriesLine = true;
  /** Of the body. */
  readonly view: DataView;
  #scratchEnd = 0;
  /** Bytes of names that were made for this event. */
  #namesBytes = 0;
  /** Names that are the same in all events. */
  #kept = new Uint8Array(64);
  #keptEnd = 0;

  constructor(
    /** The body, decoded. */
    readonly bytes: Uint8Array,
    /** All texts in it are known to be UTF-8. */
    readonly isUtf8: boolean,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Forgets the event before. */
  begin(): void {
    this.count = slotCount;
    this.filled = 0;
    this.place = firstPlace();
    this.table.hasEscapes = false;
    this.sizeBytes = 0;
    this.eventId = "";
    this.isOverfull = false;
    this.#scratchEnd = 0;
    this.#namesBytes = 0;
  }

  /** A name that the reader uses again and again: what `addKnown` takes. A reader has few of them. */
  keepName(name: string): KnownName {
    const bytes = encoder.encode(name);
    const start = this.#keptEnd;
    this.#keptEnd = start + bytes.length;
    if (this.#keptEnd > this.#kept.length) this.#kept = doubled(this.#kept, new Uint8Array(this.#keptEnd * 2));
    this.#kept.set(bytes, start);
    return { where: inKept, start, end: this.#keptEnd };
  }

  setTime(time: Micros): void {
    this.#give(leafSlots.time, time);
  }

  /** 0..7 */
  setSeverity(severity: number): void {
    this.#give(leafSlots.severity, severity);
  }

  /** 0..23 */
  setFacility(facility: number): void {
    this.#give(leafSlots.facility, facility);
  }

  /** The text in bytes[start .. end). An empty one counts as missing. */
  setText(slot: TextSlot, start: number, end: number, kind: number = leafKinds.text): void {
    if (end > start) this.#fill(leafSlots[slot], start, end, kind);
  }

  /** A text that does not lie in the body. */
  writeText(slot: TextSlot, text: string): void {
    if (text === "") return;
    const start = this.#scratchEnd;
    this.#write(text);
    this.#fill(leafSlots[slot], start, this.#scratchEnd, leafKinds.written);
  }

  /** A leaf whose name and value lie in the body. */
  add(nameStart: number, nameEnd: number, start: number, end: number, kind: number): void {
    this.#put(this.#name(inBody, nameStart, nameEnd), start, end, kind);
  }

  /** One whose value alone does. */
  addKnown(name: KnownName, start: number, end: number, kind: number): void {
    this.#put(this.#nameKnown(name), start, end, kind);
  }

  /** Makes a name for this event: `prefix` followed by `text`. */
  writeName(prefix: KnownName, text: string): KnownName {
    if (this.isOverfull) return noName;
    const start = this.#scratchEnd;
    this.#copy(this.#sourceOfName(prefix.where), prefix.start, prefix.end);
    this.#write(text);
    return this.#madeName(start);
  }

  /** The same with a part of the body behind it. */
  joinName(prefix: KnownName, nameStart: number, nameEnd: number): KnownName {
    if (this.isOverfull) return noName;
    const start = this.#scratchEnd;
    this.#copy(this.#sourceOfName(prefix.where), prefix.start, prefix.end);
    this.#copy(this.bytes, nameStart, nameEnd);
    return this.#madeName(start);
  }

  /** The event has too many values. */
  refuse(): void {
    this.isOverfull = true;
    this.place = undefined;
  }

  /** A value that the reader made; a number has the text of `String`. */
  addValue(name: KnownName, value: string | number | boolean): void {
    if (this.isOverfull) return;
    const start = this.#scratchEnd;
    this.#writeValue(value);
    this.#put(this.#nameKnown(name), start, this.#scratchEnd, kindOf(value));
    if (typeof value === "number") this.table.numbers[this.count - 1] = value;
  }

  /** The same where the name lies in the body. */
  addValueAt(nameStart: number, nameEnd: number, value: string | number | boolean): void {
    if (this.isOverfull) return;
    if (typeof value === "number") {
      this.addNumberAt(nameStart, nameEnd, value);
      return;
    }
    const start = this.#scratchEnd;
    this.#write(String(value));
    this.#put(this.#name(inBody, nameStart, nameEnd), start, this.#scratchEnd, leafKinds.written);
  }

  /** The same for what is known to be a number. */
  addNumberAt(nameStart: number, nameEnd: number, value: number): void {
    const start = this.#scratchEnd;
    if (!this.#writeDecimal(value)) this.#write(String(value));
    const leaf = this.#name(inBody, nameStart, nameEnd);
    this.#put(leaf, start, this.#scratchEnd, leafKinds.given);
    this.table.numbers[leaf] = value;
  }

  /** Makes the leaf added last a JSON scalar that the slow path reads. */
  setOdd(start: number, end: number): void {
    this.#put(this.count - 1, start, end, leafKinds.odd);
  }

  /** Bytes of this slot's text. */
  sizeOf(leaf: number): number {
    return this.table.ends[leaf]! - this.table.starts[leaf]!;
  }

  isFilled(slot: keyof typeof leafSlots): boolean {
    return (this.filled & (1 << leafSlots[slot])) !== 0;
  }

  /** Buffer that holds the value of a leaf. */
  sourceOf(leaf: number): Uint8Array {
    return this.table.kinds[leaf]! >= leafKinds.written ? this.scratch : this.bytes;
  }

  nameSourceOf(leaf: number): Uint8Array {
    return this.#sourceOfName(this.nameKinds[leaf]!);
  }

  #sourceOfName(where: number): Uint8Array {
    if (where === inKept) return this.#kept;
    return where === beside ? this.scratch : this.bytes;
  }

  #madeName(start: number): KnownName {
    const end = this.#scratchEnd;
    this.#namesBytes += end - start;
    if (this.#namesBytes > eventNamesBytesMax) this.refuse();
    return { where: beside, start, end };
  }

  /** The leaf that gets the name. */
  #name(where: number, start: number, end: number): number {
    this.place =
      where === inBody
        ? this.place?.followInBody(this.bytes, this.view, start, end)
        : this.place?.follow(this.#sourceOfName(where), start, end);
    return this.#newLeaf(where, start, end);
  }

  #nameKnown(name: KnownName): number {
    const { where, start, end } = name;
    if (where !== inKept) return this.#name(where, start, end);
    this.place = this.place?.followKept(name, this.#kept, start, end);
    return this.#newLeaf(where, start, end);
  }

  #newLeaf(where: number, start: number, end: number): number {
    if (this.count === eventValuesMax) {
      this.refuse();
      this.count--;
    }
    const leaf = this.count++;
    if (leaf >= fastLeavesMax) this.place = undefined;
    if (leaf >= this.nameStarts.length) this.#grow();
    this.nameStarts[leaf] = start;
    this.nameEnds[leaf] = end;
    this.nameKinds[leaf] = where;
    return leaf;
  }

  #fill(slot: number, start: number, end: number, kind: number): void {
    this.filled |= 1 << slot;
    this.#put(slot, start, end, kind);
  }

  #give(slot: number, value: number): void {
    this.filled |= 1 << slot;
    this.table.numbers[slot] = value;
    this.#put(slot, 0, 0, leafKinds.given);
  }

  #put(leaf: number, start: number, end: number, kind: number): void {
    const { table } = this;
    table.starts[leaf] = start;
    table.ends[leaf] = end;
    table.kinds[leaf] = kind;
    if (leaf !== leafSlots.fallback) this.sizeBytes += end - start + 16;
  }

  /** Names are short, so a loop is faster than a call. */
  #copy(from: Uint8Array, start: number, end: number): void {
    const to = this.#scratchEnd;
    this.#scratchEnd = to + end - start;
    if (this.#scratchEnd > this.scratch.length) {
      this.scratch = doubled(this.scratch, new Uint8Array(this.#scratchEnd * 2));
    }
    this.#fillFrom(from, start, to);
  }

  #fillFrom(from: Uint8Array, start: number, to: number): void {
    const { scratch } = this;
    const shift = start - to;
    for (let at = to; at < this.#scratchEnd; at++) scratch[at] = from[at + shift]!;
  }

  #writeValue(value: string | number | boolean): void {
    if (typeof value !== "number" || !this.#writeDecimal(value)) this.#write(String(value));
  }

  #writeDecimal(value: number): boolean {
    const from = this.#scratchEnd;
    if (from + decimalRoom > this.scratch.length)
      this.scratch = doubled(this.scratch, new Uint8Array((from + decimalRoom) * 2));
    const end = writeDecimal(value, this.scratch, from);
    if (end < 0) return false;
    this.#scratchEnd = end;
    return true;
  }

  /** Most texts to write are short and ASCII, so a loop is faster than an encoder. */
  #write(text: string): void {
    const from = this.#scratchEnd;
    const room = from + text.length * 3;
    if (room > this.scratch.length) this.scratch = doubled(this.scratch, new Uint8Array(room * 2));
    const { scratch } = this;
    let at = 0;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 0x7f) break;
      scratch[from + at] = code;
    }
    this.#scratchEnd = from + at;
    if (at < text.length)
      this.#scratchEnd += encoder.encodeInto(text.slice(at), scratch.subarray(this.#scratchEnd)).written;
  }

  #grow(): void {
    this.table.grow();
    const size = this.nameStarts.length * 2;
    this.nameStarts = doubled(this.nameStarts, new Int32Array(size));
    this.nameEnds = doubled(this.nameEnds, new Int32Array(size));
    this.nameKinds = doubled(this.nameKinds, new Uint8Array(size));
  }
}

/** Position of a name in one of the buffers beside the body. */
export interface KnownName {
  readonly where: number;
  readonly start: number;
  readonly end: number;
}

/** The prefix of a name that has none. */
export const noName: KnownName = { where: inKept, start: 0, end: 0 };

export type TextSlot = "host" | "program" | "message" | "fallback";

function kindOf(value: string | number | boolean): number {
  return typeof value === "number" ? leafKinds.given : leafKinds.written;
}

const encoder = new TextEncoder();
