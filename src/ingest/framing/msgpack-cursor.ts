import { type MsgpackKind, msgpackHead } from "./msgpack-head.ts";

/** Walks through MessagePack from value to value. It reports a value that is cut off or invalid, and stops there. */
export class MsgpackCursor {
  /** The position after the head of the value read last and its own bytes. */
  at: number;
  /** The value read last. */
  kind: MsgpackKind = "nil";
  /** Its bytes: bytes[start .. end). */
  start = 0;
  end = 0;
  /** How many of the following values belong to it. */
  values = 0;
  /** The number in a head; for an extension, its type. */
  #number = Number.NaN;
  readonly bytes: Uint8Array;
  /** Where the bytes that may be read end. */
  readonly to: number;
  readonly #view: DataView;

  constructor(bytes: Uint8Array, at: number, to: number) {
    this.bytes = bytes;
    this.at = at;
    this.to = to;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get isAtEnd(): boolean {
    return this.at >= this.to;
  }

  /** Reads the next value, for a list or map its head alone; false: there is no whole one. */
  next(): boolean {
    const length = this.isAtEnd ? 0 : msgpackHead.read(this.bytes, this.at, this.to);
    if (length === 0 || msgpackHead.kind === "never") return false;
    this.kind = msgpackHead.kind;
    this.values = msgpackHead.values;
    this.#number = msgpackHead.number;
    this.start = this.at + length;
    this.end = this.start + msgpackHead.bytes;
    this.at = this.end;
    return this.end <= this.to;
  }

  /** Skips the values that belong to the one read last; false: one of them is cut off. */
  skip(): boolean {
    let open = this.values;
    while (open > 0) {
      if (!this.next()) return false;
      open += this.values - 1;
    }
    return true;
  }

  /** A text, either as text or as binary, which older senders write. */
  get isText(): boolean {
    return this.kind === "text" || this.kind === "binary";
  }

  get isMap(): boolean {
    return this.kind === "map";
  }

  get isNumber(): boolean {
    return this.kind === "unsigned" || this.kind === "signed" || this.kind === "float";
  }

  /** The type of the extension read last. */
  get extensionType(): number {
    return this.#number;
  }

  /** The number read last; a whole one of more digits than a number holds is its text. */
  number(): number | string {
    const length = this.end - this.start;
    if (length === 0) return this.#number;
    const view = this.#view;
    if (this.kind === "float") return length === 4 ? view.getFloat32(this.start) : view.getFloat64(this.start);
    const isSigned = this.kind === "signed";
    if (length === 1) return isSigned ? view.getInt8(this.start) : view.getUint8(this.start);
    if (length === 2) return isSigned ? view.getInt16(this.start) : view.getUint16(this.start);
    if (length === 4) return isSigned ? view.getInt32(this.start) : view.getUint32(this.start);
    const large = isSigned ? view.getBigInt64(this.start) : view.getBigUint64(this.start);
    const number = Number(large);
    return Number.isSafeInteger(number) ? number : String(large);
  }

  /** Reads an EventTime as nearly all senders write it, in microseconds; NaN, and nothing read: another value. */
  nextEventTime(): number {
    const { bytes, at } = this;
    if (bytes[at] !== extension8 || bytes[at + 1] !== 0 || at + 10 > this.to) return Number.NaN;
    this.at = at + 10;
    return this.eventTime(at + 2);
  }

  /** The eight bytes of an EventTime, seconds and nanoseconds, in microseconds. */
  eventTime(at: number): number {
    return this.#view.getUint32(at) * 1_000_000 + Math.floor(this.#view.getUint32(at + 4) / 1000);
  }

  /** The text or binary read last. */
  text(): string {
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + this.start, this.end - this.start).toString("utf8");
  }
}

/** First byte of an extension of eight bytes. */
const extension8 = 0xd7;
