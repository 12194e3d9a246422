/** Finds where Cisco mnemonics may stand, one body at a time. */
export class MnemonicSearch {
  /** A body, and the position of its first percent sign from some place on. */
  private body = new Uint8Array() as Uint8Array;
  private from = 0;
  private nextPercent = 0;

  /** Whether one may stand in body[from .. to). */
  mayStandInBody(body: Uint8Array, from: number, to: number): boolean {
    return this.hasPercent(body, from, to) && mayHoldMnemonic(body, from, to);
  }

  /** Whether one may stand in source[from .. to), a text that does not lie in a body. */
  mayStandBeside(source: Uint8Array, from: number, to: number): boolean {
    // The system's own search does not know where the text ends.
    if (source.length > smallBufferMax) return mayHoldMnemonic(source, from, to);
    const at = source.indexOf(percent, from);
    return at >= 0 && at < to && mayHoldMnemonic(source, from, to);
  }

  /** Events come in the order of their bytes, so the system's own search goes through the body once. */
  private hasPercent(body: Uint8Array, from: number, to: number): boolean {
    if (body.length > searchedBytesMax) return true;
    if (body !== this.body || from < this.from || this.nextPercent < from) {
      const at = body.indexOf(percent, from);
      this.body = body;
      this.from = from;
      this.nextPercent = at < 0 ? body.length : at;
    }
    return this.nextPercent < to;
  }
}

/**
 * A percent sign with a capital behind it stands where `readCiscoMnemonic` would look; characters take up to 3 bytes.
 */
export function mayHoldMnemonic(bytes: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to - 1, from + 1024);
  for (let at = from; at < end; at++)
    if (bytes[at] === percent && bytes[at + 1]! >= 0x41 && bytes[at + 1]! <= 0x5a) return true;
  return false;
}

/** A larger body must not stay in memory until the next one comes. */
const searchedBytesMax = 1024 * 1024;
const smallBufferMax = 8 * 1024;
const percent = 0x25;
