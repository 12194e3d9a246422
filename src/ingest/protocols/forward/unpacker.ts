import { decodeBody } from "../../body/decode-body.ts";
import { BadEvent } from "../../event/bad-event.ts";
import { bodyBytesMax, unpackedBytesMax, unpackedEntriesMax } from "../../limits.ts";

/**
 * Unpacks the compressed messages that one address has in a body, one after the other. All together have bounds, so
 * that a small body stays a small task.
 */
export class Unpacker {
  #bytesLeft = unpackedBytesMax;
  #entriesLeft = unpackedEntriesMax;

  /** `compression`: as a Content-Encoding. */
  unpack(bytes: Uint8Array, compression: string): Uint8Array | BadEvent {
    if (this.#bytesLeft <= 0 || this.#entriesLeft <= 0) return tooMuch;
    try {
      const unpacked = decodeBody(bytes, compression, Math.min(this.#bytesLeft, bodyBytesMax));
      this.#bytesLeft -= unpacked.length;
      return unpacked;
    } catch {
      this.#bytesLeft -= failureBytes;
      return new BadEvent(`The entries cannot be unpacked as ${compression.slice(0, 20)}, or are too many at a time.`);
    }
  }

  /** To be asked before each entry: why it cannot be taken, undefined if it can. */
  takeEntry(): BadEvent | undefined {
    return this.#entriesLeft-- > 0 ? undefined : tooMuch;
  }
}

/** What fails may have been unpacked nearly to its end; how far, the decoder does not say. */
const failureBytes = bodyBytesMax / 8;

const tooMuch = new BadEvent(
  `The compressed messages of a sender are more than ${unpackedEntriesMax} entries or ${unpackedBytesMax / 1024 / 1024} MiB at a time.`,
);
