import { AppError } from "../../lib/errors.ts";
import { freeArrays } from "../../runtime/free-arrays.ts";
import { tickAlone } from "../execution/work-clock.ts";
import { distinctBytesMax, distinctValuesMax } from "../limits.ts";
import { compareUtf8, hashBytes } from "./utf8.ts";

/**
 * The distinct values of one field that a question met, numbered in the order of meeting. Values are kept as UTF-8 in
 * typed arrays, found by open addressing: millions of strings would leave the garbage collector a heap of hundreds of
 * megabytes.
 */
export class ValueTable {
  size = 0;
  /** Group + 1 of the value whose hash leads here; 0: free. At most half of them are taken. */
  #slots = new Int32Array(firstValues * 2);
  #hashes = new Int32Array(firstValues);
  /** Place of each value: its chunk's number times `chunkBytes`, plus its offset there. */
  #places = new Uint32Array(firstValues);
  readonly #chunks: Buffer[] = [Buffer.allocUnsafeSlow(firstChunkBytes)];
  #used = 0;
  #valuesMax = distinctValuesMax;
  #chunksMax: number;
  /** No other table of this thread has it. */
  readonly number = ++tables;

  readonly #field: string;

  #bytesMax: number;

  readonly #keptBytesMax: number;

  /** `keptBytesMax`: up to this size the thread keeps it for later questions; see value-table-cache.ts. */
  constructor(field: string, bytesMax = distinctBytesMax, keptBytesMax = 0) {
    this.#keptBytesMax = keptBytesMax;
    this.#bytesMax = bytesMax;
    this.#field = field;
    this.#chunksMax = Math.ceil(bytesMax / chunkBytes);
  }

  /** Begins a question that may add this many bytes. */
  begin(bytesMax: number): void {
    this.#valuesMax = this.size + distinctValuesMax;
    this.#chunksMax = this.#chunks.length - 1 + Math.ceil(bytesMax / chunkBytes);
    this.#bytesMax = bytesMax;
  }

  /** Whether most of what the question may add is still left after these values. `bytes`: with their ends. */
  hasRoomToSpare(values: number, bytes: number): boolean {
    const chunks = Math.ceil(this.#bytesMax / chunkBytes) * spareShare;
    const used = Math.ceil((this.#used + bytes) / chunkBytes) - 1 + this.#chunks.length;
    return this.size + values <= this.#valuesMax - distinctValuesMax * spareShare && used <= this.#chunksMax - chunks;
  }

  get isKept(): boolean {
    return this.#keptBytesMax > 0;
  }

  /** As far as is known by now. */
  get mayStay(): boolean {
    return this.bytes <= this.#keptBytesMax;
  }

  /** Memory that it takes. */
  get bytes(): number {
    const places = this.#slots.byteLength + this.#hashes.byteLength + this.#places.byteLength;
    return this.#chunks.reduce((sum, { length }) => sum + length, places);
  }

  /** The number of a value, a new one when need be. Throws AppError when there are too many. */
  idOf(name: string): number {
    const length = writeAscii(name, shortName);
    if (length >= 0) return this.idOfBytes(shortName, 0, length);
    const bytes = Buffer.from(name);
    return this.idOfBytes(bytes, 0, bytes.length);
  }

  /** The number of the UTF-8 text bytes[start .. end), which is copied. */
  idOfBytes(bytes: Uint8Array, start: number, end: number): number {
    return this.#idOfHash(bytes, start, end, hashBytes(bytes, start, end));
  }

  #idOfHash(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const slot = this.#slotOf(bytes, start, end, hash);
    const taken = this.#slots[slot]!;
    return taken === 0 ? this.#add(bytes, start, end, hash, slot) : taken - 1;
  }

  /** The slot of a value, or a free one where it would stand. */
  #slotOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const hashes = this.#hashes;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let taken = slots[slot]!; taken !== 0; taken = slots[slot]!) {
      if (hashes[taken - 1] === hash && this.#holds(taken - 1, bytes, start, end)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** The number of a value that may not have come. */
  find(name: string): number | undefined {
    const bytes = Buffer.from(name);
    const taken = this.#taken(bytes, 0, bytes.length);
    return taken === 0 ? undefined : taken - 1;
  }

  /** Whether the UTF-8 text bytes[start .. end) has come. */
  has(bytes: Uint8Array, start: number, end: number): boolean {
    return this.#taken(bytes, start, end) !== 0;
  }

  /** The number of a value plus 1; 0: it has not come. */
  #taken(bytes: Uint8Array, start: number, end: number): number {
    return this.#slots[this.#slotOf(bytes, start, end, hashBytes(bytes, start, end))]!;
  }

  nameOf(group: number): string {
    const place = this.#places[group]!;
    const chunk = this.#chunks[place >>> chunkBits]!;
    const start = place & (chunkBytes - 1);
    return chunk.toString("utf8", start, chunk.indexOf(valueEnd, start));
  }

  isEmpty(group: number): boolean {
    const place = this.#places[group]!;
    return this.#chunks[place >>> chunkBits]![place & (chunkBytes - 1)] === valueEnd;
  }

  /** Orders two values by their UTF-16 units. */
  compare(a: number, b: number): number {
    const placeA = this.#places[a]!;
    const placeB = this.#places[b]!;
    const chunkA = this.#chunks[placeA >>> chunkBits]!;
    const chunkB = this.#chunks[placeB >>> chunkBits]!;
    return compareUtf8(chunkA, placeA & (chunkBytes - 1), chunkB, placeB & (chunkBytes - 1), valueEnd);
  }

  /**
   * Values for another table: their bytes joined, each followed by its end, and where each begins. `groups`: of these,
   * rising; absent: of all.
   */
  pack(groups?: Uint32Array): [bytes: Uint8Array, offsets: Uint32Array] {
    const length = groups?.length ?? this.size;
    const offsets = new Uint32Array(length + 1);
    const used: Uint8Array[] = [];
    // Values stand one behind the other, so that neighbours are copied together.
    let run: { chunk: number; from: number; to: number } | undefined;
    for (let i = 0; i < length; i++) {
      const group = groups?.[i] ?? i;
      const place = this.#places[group]!;
      const chunk = place >>> chunkBits;
      const from = place & (chunkBytes - 1);
      const to = from + this.#lengthOf(group);
      if (run?.chunk === chunk && run.to === from) run.to = to;
      else {
        if (run) used.push(this.#chunks[run.chunk]!.subarray(run.from, run.to));
        run = { chunk, from, to };
      }
      offsets[i + 1] = offsets[i]! + to - from;
    }
    if (run) used.push(this.#chunks[run.chunk]!.subarray(run.from, run.to));
    return [Buffer.concat(used), offsets];
  }

  /** With its end. */
  #lengthOf(group: number): number {
    const place = this.#places[group]!;
    const next = this.#places[group + 1]!;
    if (group + 1 < this.size && next >>> chunkBits === place >>> chunkBits) return next - place;
    const from = place & (chunkBytes - 1);
    return this.#chunks[place >>> chunkBits]!.indexOf(valueEnd, from) + 1 - from;
  }

  /** The numbers here of values that another table packed, by their number there. */
  merge(bytes: Uint8Array, offsets: Uint32Array, tick: () => void): Uint32Array {
    const groups = new Uint32Array(offsets.length - 1);
    for (let i = 0; i < groups.length; i++) {
      if ((i & 0x3fff) === 0) tick();
      groups[i] = this.idOfBytes(bytes, offsets[i]!, offsets[i + 1]! - 1);
    }
    return groups;
  }

  #holds(group: number, bytes: Uint8Array, start: number, end: number): boolean {
    const place = this.#places[group]!;
    const chunk = this.#chunks[place >>> chunkBits]!;
    let at = place & (chunkBytes - 1);
    for (let i = start; i < end; i++) if (chunk[at++] !== bytes[i]) return false;
    return chunk[at] === valueEnd;
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const group = this.size;
    if (group >= this.#valuesMax) throw this.#tooMany(`${distinctValuesMax} different values`);
    if (group === this.#hashes.length) {
      this.#grow();
      return this.#idOfHash(bytes, start, end, hash);
    }
    this.#places[group] = this.#keep(bytes, start, end);
    this.#hashes[group] = hash;
    this.#slots[slot] = group + 1;
    this.size = group + 1;
    return group;
  }

  /** Copies a value into the last chunk, or a new one, and gives its place. */
  #keep(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    let chunk = this.#chunks[this.#chunks.length - 1]!;
    if (this.#used + length + 1 > chunk.length) chunk = this.#makeRoom(chunk, length + 1);
    const place = (this.#chunks.length - 1) * chunkBytes + this.#used;
    for (let i = start; i < end; i++) chunk[this.#used++] = bytes[i]!;
    chunk[this.#used++] = valueEnd;
    return place;
  }

  #makeRoom(chunk: Buffer, wanted: number): Buffer {
    if (chunk.length < chunkBytes) {
      const grown = Buffer.allocUnsafeSlow(chunkBytes);
      grown.set(chunk);
      this.#chunks[this.#chunks.length - 1] = grown;
      if (this.#used + wanted <= chunkBytes) return grown;
    }
    if (this.#chunks.length >= this.#chunksMax)
      throw this.#tooMany(`${Math.floor(this.#bytesMax / 1024 / 1024)} MB of different values`);
    const next = Buffer.allocUnsafeSlow(chunkBytes);
    this.#chunks.push(next);
    this.#used = 0;
    return next;
  }

  /** Changes nothing when it is stopped half way: later questions may use the table, too. */
  #grow(): void {
    const capacity = this.size * 2;
    const slots = new Int32Array(capacity * 2);
    const mask = slots.length - 1;
    for (let group = 0; group < this.size; group++) {
      if ((group & 0xfff) === 0xfff) tickAlone();
      let slot = this.#hashes[group]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = group + 1;
    }
    const old = [this.#hashes, this.#places, this.#slots];
    const hashes = new Int32Array(capacity);
    const places = new Uint32Array(capacity);
    hashes.set(this.#hashes);
    places.set(this.#places);
    this.#hashes = hashes;
    this.#places = places;
    this.#slots = slots;
    freeArrays(old);
  }

  #tooMany(most: string): AppError {
    return new AppError(
      "too_large",
      `The field "${this.#field}" has more than ${most} here. Ask for a shorter time range or a narrower filter.`,
    );
  }
}

/** The length of the text, or -1 where it is long or not ASCII. A buffer for each takes longer than its look-up. */
function writeAscii(text: string, into: Uint8Array): number {
  if (text.length > into.length) return -1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return -1;
    into[i] = code;
  }
  return text.length;
}

const shortName = new Uint8Array(64);
let tables = 0;
/** Share of what a question may add that is reserved for the values it wants. */
const spareShare = 3 / 4;
const valueEnd = 0xff;
/** Powers of two. */
const firstValues = 256;
const firstChunkBytes = 4096;
const chunkBits = 20;
/** Larger than any value: a message has at most 64 KiB. */
const chunkBytes = 1 << chunkBits;
