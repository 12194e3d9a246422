import { isAscii, isUtf8 } from "node:buffer";

/**
 * Text of parts of a body. Bytes that are not UTF-8 become U+FFFD, and `garbled` reports it: a log in an old encoding
 * is kept as far as it can be read, and the event is counted as cut.
 */
export class BodyText {
  /** Whether the part read last held such bytes. */
  garbled = false;
  private readonly buffer: Buffer;
  private readonly ascii: boolean;
  /** All of it is UTF-8. */
  readonly valid: boolean;

  constructor(readonly bytes: Uint8Array) {
    this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.ascii = isAscii(bytes);
    this.valid = this.ascii || isUtf8(bytes);
  }

  slice(start: number, end: number): string {
    if (this.ascii) return this.buffer.toString("latin1", start, end);
    this.garbled = !this.valid && !isUtf8(this.bytes.subarray(start, end));
    return this.buffer.toString("utf8", start, end);
  }
}

/** Start of the content: a byte order mark belongs to the file that was sent, not to its first event. */
export function startOfText(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}
