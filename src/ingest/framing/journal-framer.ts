/**
 * Finds the ends of entries of journald's export format in bytes that come in parts. An entry is lines `NAME=value`, or
 * a line with a name alone followed by eight bytes with the length of its value, little-endian, the value and a line
 * end; an empty line ends it. The source of the format: systemd's JOURNAL_EXPORT_FORMATS.
 */
export class JournalFramer {
  /** All before it are whole entries. */
  wholeBytes = 0;
  /** Start of the first incomplete line. */
  #at = 0;

  /** `bytes`: everything not taken yet, the same as before with more appended. */
  look(bytes: Uint8Array): void {
    for (let end = bytes.indexOf(lineFeed, this.#at); end >= 0; end = bytes.indexOf(lineFeed, this.#at)) {
      if (end === this.#at) this.wholeBytes = end + 1;
      else if (endOfName(bytes, this.#at, end) === end) {
        const size = sizeAt(bytes, end + 1);
        if (size === undefined || end + 1 + headBytes + size + 1 > bytes.length) return;
        end += headBytes + size + 1;
      }
      this.#at = end + 1;
    }
  }

  /** Forgets the whole entries. */
  take(): void {
    this.#at -= this.wholeBytes;
    this.wholeBytes = 0;
  }
}

/** Position of the equals sign of a line NAME=value; `end`: the line is a name alone. Looks at nothing behind it. */
export function endOfName(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== equalsSign) at++;
  return at;
}

/** The length, if a number can represent it; undefined: it is incomplete. */
export function sizeAt(bytes: Uint8Array, at: number): number | undefined {
  if (at + headBytes > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, headBytes);
  return Math.min(view.getUint32(0, true) + view.getUint32(4, true) * 2 ** 32, Number.MAX_SAFE_INTEGER);
}

export const headBytes = 8;
const lineFeed = 10;
const equalsSign = 0x3d;
