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
  /** The name of the pair that `nextPlainPair` read. */
  nameStart = 0;
  nameEnd = 0;
  /** The number in a head; for an extension, its type. */
  #number = Number.NaN;
  readonly bytes: Uint8Array;
  readonly #to: number;
  readonly #view: DataView;

  constructor(bytes: Uint8Array, at: number, to: number) {
    this.bytes = bytes;
    this.at = at;
    this.#to = to;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get isAtEnd(): boolean {
    return this.at >= this.#to;
  }

  /** Reads the next value, for a list or map its head alone; false: there is no whole one. */
  next(): boolean {
    const length = this.isAtEnd ? 0 : msgpackHead.read(this.bytes, this.at, this.#to);
    if (length === 0 || msgpackHead.kind === "never") return false;
    this.kind = msgpackHead.kind;
    this.values = msgpackHead.values;
    this.#number = msgpackHead.number;
    this.start = this.at + length;
    this.end = this.start + msgpackHead.bytes;
    this.at = this.end;
    return this.end <= this.#to;
  }

  /**
   * Reads a pair in the usual form: a short text as its name, and as its value a text of up to 255 bytes, a small
   * number or one of eight bytes with a fraction. False, and nothing read: another form.
   */
  nextPlainPair(): boolean {
    const { bytes, at } = this;
    const nameLength = bytes[at]! - shortText;
    if (!(nameLength >= 0 && nameLength < 32)) return false;
    const head = at + 1 + nameLength;
    const first = bytes[head]!;
    let start = head + 1;
    let length = 0;
    if (first >= shortText && first < shortText + 32) length = first - shortText;
    else if (first === text8) length = bytes[start++]!;
    else if (first === float64) length = 8;
    else if (!(first < 0x80)) return false;
    if (!(start + length <= this.#to)) return false;
    this.kind = first === float64 ? "float" : first < 0x80 ? "unsigned" : "text";
    this.#number = first;
    this.nameStart = at + 1;
    this.nameEnd = head;
    this.values = 0;
    this.start = start;
    this.end = start + length;
    this.at = this.end;
    return true;
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

  /** Two numbers of four bytes from the beginning of the bytes read last, as an EventTime has them. */
  words(): [number, number] {
    return [this.#view.getUint32(this.start), this.#view.getUint32(this.start + 4)];
  }

  /** The text or binary read last. */
  text(): string {
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + this.start, this.end - this.start).toString("utf8");
  }
}

/** First bytes of values: a text of up to 31 bytes and its length, one of up to 255, a number. */
const shortText = 0xa0;
const text8 = 0xd9;
const float64 = 0xcb;
