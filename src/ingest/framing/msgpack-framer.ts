import { BrokenStreamError, type Framer } from "./framer.ts";
import { msgpackHead } from "./msgpack-head.ts";

/** Values of MessagePack in sequence, each of them a message: finds their ends without decoding them. */
export class MsgpackFramer implements Framer {
  readonly headBytes = 0;
  readonly tailBytes = 0;
  /** Values that have to end before the message does; 0: a new one begins. */
  #open = 0;
  /** Bytes of a text or a number that are still to come. */
  #skip = 0;
  /** The first bytes of a value that broke off in its head. */
  readonly #head = new Uint8Array(msgpackHeadBytesMax);
  #headLength = 0;

  begin(): void {}

  find(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    if (at >= to) return -1;
    if (this.#open === 0 && this.#skip === 0 && this.#headLength === 0) this.#open = 1;
    while (true) {
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, to - at);
        this.#skip -= skipped;
        at += skipped;
        if (this.#skip > 0) return -1;
      }
      if (this.#open === 0) return at;
      if (at >= to) return -1;
      at = this.#headLength > 0 ? this.#finishHead(bytes, at, to) : this.#readHead(bytes, at, to);
      if (at < 0) return -1;
    }
  }

  end(): "cut" {
    return "cut";
  }

  /** The position after the head; -1: it breaks off. */
  #readHead(bytes: Uint8Array, at: number, to: number): number {
    const length = msgpackHead.read(bytes, at, to);
    if (length === 0) {
      this.#head.set(bytes.subarray(at, to));
      this.#headLength = to - at;
      return -1;
    }
    this.#enter();
    return at + length;
  }

  #finishHead(bytes: Uint8Array, at: number, to: number): number {
    for (let next = at; next < to; next++) {
      this.#head[this.#headLength++] = bytes[next]!;
      if (msgpackHead.read(this.#head, 0, this.#headLength) === 0) continue;
      this.#headLength = 0;
      this.#enter();
      return next + 1;
    }
    return -1;
  }

  /** The number of bytes or values that the head read last announces. */
  #enter(): void {
    if (msgpackHead.kind === "never") throw new BrokenStreamError("what comes is no MessagePack");
    this.#open += msgpackHead.values - 1;
    this.#skip = msgpackHead.bytes;
  }
}

/** A type byte and a length of four bytes, or of four and a type. */
const msgpackHeadBytesMax = 6;
