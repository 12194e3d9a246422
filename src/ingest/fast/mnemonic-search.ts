/** Finds where Cisco mnemonics may stand, one body at a time. */
export class MnemonicSearch {
  /** A body, whose bytes stay what they are, and the positions of its percent signs. */
  private body = new Uint8Array() as Uint8Array;
  private readonly percents = new Int32Array(percentsMax);
  private count = 0;

  /** Whether one may stand in body[from .. to). */
  mayStandInBody(body: Uint8Array, from: number, to: number): boolean {
    return this.mayHavePercent(body, from, to) && mayHoldMnemonic(body, from, to);
  }

  /** Whether one may stand in source[from .. to), a text that does not lie in a body. */
  mayStandBeside(source: Uint8Array, from: number, to: number): boolean {
    // The system's own search does not know where the text ends.
    if (source.length > smallBufferMax) return mayHoldMnemonic(source, from, to);
    const at = source.indexOf(percent, from);
    return at >= 0 && at < to && mayHoldMnemonic(source, from, to);
  }

  private mayHavePercent(body: Uint8Array, from: number, to: number): boolean {
    if (body.length > searchedBytesMax) return true;
    if (body !== this.body) this.findAll(body);
    if (this.count === percentsMax) return true;
    const { percents, count } = this;
    let low = 0;
    for (let high = count; low < high; ) {
      const middle = (low + high) >> 1;
      if (percents[middle]! < from) low = middle + 1;
      else high = middle;
    }
    return low < count && percents[low]! < to;
  }

  private findAll(body: Uint8Array): void {
    this.body = body;
    this.count = 0;
    for (let at = body.indexOf(percent); at >= 0; at = body.indexOf(percent, at + 1)) {
      this.percents[this.count++] = at;
      if (this.count === percentsMax) return;
    }
  }
}

/**
 * A percent sign with a capital behind it stands where `readCiscoMnemonic` would look; characters take up to 3 bytes.
 */
function mayHoldMnemonic(bytes: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to - 1, from + 1024);
  for (let at = from; at < end; at++)
    if (bytes[at] === percent && bytes[at + 1]! >= 0x41 && bytes[at + 1]! <= 0x5a) return true;
  return false;
}

/** A larger body must not stay in memory until the next one comes. */
const searchedBytesMax = 1024 * 1024;
const smallBufferMax = 8 * 1024;
/** In a body with as many, each text is looked at. */
const percentsMax = 512;
const percent = 0x25;
