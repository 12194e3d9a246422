/** Wire type of a field (protobuf.dev, Encoding). */
export const wireTypes = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/**
 * Goes from field to field of a message in bytes[at .. end), without decoding them. After the last one, `isBroken`
 * tells whether the message ended early or is invalid protobuf.
 */
export class ProtoCursor {
  /** Number and wire type of the field that `next` reached. */
  field = 0;
  wire: number = wireTypes.varint;
  /** Start and end of its content. */
  start = 0;
  end = 0;
  isBroken = false;
  readonly bytes: Uint8Array;
  #at = 0;
  #messageEnd = 0;

  constructor(bytes: Uint8Array, at = 0, messageEnd = 0) {
    this.bytes = bytes;
    this.open(at, messageEnd);
  }

  /** Continues with another message. */
  open(at: number, messageEnd: number): void {
    this.#at = at;
    this.#messageEnd = messageEnd;
    this.isBroken = false;
  }

  /** False at the end of the message. Nearly all tags and lengths are one byte. */
  next(): boolean {
    const { bytes } = this;
    const messageEnd = this.#messageEnd;
    let at = this.#at;
    if (at >= messageEnd) return false;
    let tag = bytes[at]!;
    if (tag < 0x80) at++;
    else {
      tag = this.#readLength();
      at = this.#at;
    }
    this.field = tag < 0x8000_0000 ? tag >> 3 : Math.floor(tag / 8);
    this.wire = tag % 8;
    let length = bytes[at]!;
    if (this.wire === wireTypes.bytes && length < 0x80 && at < messageEnd) at++;
    else {
      this.#at = at;
      length = this.#lengthOfContent();
      at = this.#at;
    }
    this.start = at;
    this.end = at + length;
    this.#at = this.end;
    this.isBroken = !(this.field > 0 && this.end <= messageEnd);
    return !this.isBroken;
  }

  /** A varint as a number; beyond 2^53 it is not exact. */
  number(): number {
    let value = 0;
    for (let at = this.start, factor = 1; at < this.end; at++, factor *= 128)
      value += (this.bytes[at]! & 0x7f) * factor;
    return value;
  }

  /** A varint that is a signed number of 64 bits, as a number where that is exact, else as its digits. */
  int64(): number | string {
    if (this.end - this.start < 8) return this.number();
    let value = 0n;
    for (let at = this.start, shift = 0n; at < this.end; at++, shift += 7n)
      value |= BigInt(this.bytes[at]! & 0x7f) << shift;
    const signed = BigInt.asIntN(64, value);
    const number = Number(signed);
    return Number.isSafeInteger(number) ? number : String(signed);
  }

  double(): number {
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + this.start, 8).getFloat64(0, true);
  }

  /** A fixed64 of nanoseconds as microseconds, exactly: 2^32 ns are 4294967 µs and 296 ns. */
  nanosAsMicros(): number {
    const low = uint32At(this.bytes, this.start);
    const high = uint32At(this.bytes, this.start + 4);
    return high * 4_294_967 + Math.floor((high * 296 + low) / 1000);
  }

  text(): string {
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + this.start, this.end - this.start).toString("utf8");
  }

  /** NaN when the field does not tell it. */
  #lengthOfContent(): number {
    switch (this.wire) {
      case wireTypes.varint: {
        const start = this.#at;
        let end = start;
        while (end < this.#messageEnd && this.bytes[end]! >= 0x80) end++;
        // More than 64 bits are invalid.
        return end - start < 10 ? end + 1 - start : Number.NaN;
      }
      case wireTypes.fixed64:
        return 8;
      case wireTypes.bytes:
        return this.#readLength();
      case wireTypes.fixed32:
        return 4;
      default:
        return Number.NaN;
    }
  }

  #readLength(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 42 && this.#at < this.#messageEnd; factor *= 128) {
      const byte = this.bytes[this.#at++]!;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    return Number.NaN;
  }
}

function uint32At(bytes: Uint8Array, at: number): number {
  return bytes[at]! + bytes[at + 1]! * 0x100 + bytes[at + 2]! * 0x1_0000 + bytes[at + 3]! * 0x100_0000;
}
