import { isAscii } from "node:buffer";
import type { EventRow } from "../../eventstore/event/event.ts";
import { writeText } from "../../eventstore/format/write-text.ts";

/**
 * The identity of an event as bytes: host, program, severity, facility, a hash of the names of its tags, their values,
 * message. The separator byte occurs in no UTF-8 text. An event object and the bytes of a body give the same bytes.
 */
export class Identity {
  private buffer = Buffer.allocUnsafeSlow(64 * 1024);
  private length = 0;
  /** The bits of all bytes that `addBytes` added. */
  private bits = 0;
  /** Views of the buffer's first bytes, by their number: making a view takes as long as hashing its bytes. */
  private views: Uint8Array[] = [];

  /** `seed`: keeps senders from choosing names that collide. */
  constructor(private readonly seed: bigint) {}

  /** Makes room for `bytes` bytes, separators included, and empties the buffer. */
  begin(bytes: number): void {
    this.length = 0;
    this.bits = 0;
    if (bytes <= this.buffer.length) return;
    this.buffer = Buffer.allocUnsafeSlow(bytes * 2);
    this.views = [];
  }

  /** Bytes from `from` up to `to`, and an end mark. */
  addBytes(source: Uint8Array, from: number, to: number): void {
    const { buffer } = this;
    let { length, bits } = this;
    if (to - from < 128)
      for (let i = from; i < to; i++) {
        const byte = source[i]!;
        buffer[length++] = byte;
        bits |= byte;
      }
    else {
      const text = source.subarray(from, to);
      buffer.set(text, length);
      length += to - from;
      if (!isAscii(text)) bits |= 0x80;
    }
    buffer[length++] = endOfText;
    this.length = length;
    this.bits = bits;
  }

  /** All that `addBytes` added since `begin` is ASCII. */
  get isAscii(): boolean {
    return this.bits < 0x80;
  }

  addLevels(severity: number, facility: number): void {
    this.buffer[this.length++] = severity;
    this.buffer[this.length++] = facility;
  }

  /** Names of tags as `hashOfNames` gives them: eight bytes for however many names. */
  addNames(hash: Uint8Array): void {
    const { buffer } = this;
    let { length } = this;
    for (let i = 0; i < hashBytes; i++) buffer[length++] = hash[i]!;
    this.length = length;
  }

  /** `names`: sorted, each with its end mark. */
  hashOfNames(names: Uint8Array): Uint8Array {
    const hash = new Uint8Array(hashBytes);
    new DataView(hash.buffer).setBigUint64(0, Bun.hash.wyhash(names, this.seed), true);
    return hash;
  }

  ofRow({ host, program, severity, facility, message, tags }: EventRow): void {
    let units = host.length + program.length + message.length + tags.length + hashBytes + 8;
    for (const text of tags) units += text.length;
    this.begin(units * 3);
    this.addText(host);
    this.addText(program);
    this.addLevels(severity, facility);
    const names = this.length;
    for (let i = 0; i < tags.length; i += 2) this.addText(tags[i]!);
    const hash = this.hashOfNames(this.buffer.subarray(names, this.length));
    this.length = names;
    this.addNames(hash);
    for (let i = 1; i < tags.length; i += 2) this.addText(tags[i]!);
    this.addText(message);
  }

  /** The bytes added, until the next `begin`. */
  bytes(): Uint8Array {
    const { length } = this;
    if (length >= viewsKept) return this.buffer.subarray(0, length);
    this.views[length] ??= this.buffer.subarray(0, length);
    return this.views[length];
  }

  private addText(text: string): void {
    this.length += writeText(this.buffer, text, this.length);
    this.buffer[this.length++] = endOfText;
  }
}

export const endOfText = 0xff;
const hashBytes = 8;
/** Nearly all identities are shorter. */
const viewsKept = 1_024;
