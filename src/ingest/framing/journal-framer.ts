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
      else if (!isText(bytes, this.#at, end)) {
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

/** Whether the line is NAME=value. */
export function isText(bytes: Uint8Array, start: number, end: number): boolean {
  const equals = bytes.indexOf(equalsSign, start);
  return equals >= 0 && equals < end;
}

/** The length, if a number can represent it; undefined: it is incomplete. */
export function sizeAt(bytes: Uint8Array, at: number): number | undefined {
  if (at + headBytes > bytes.length) return undefined;
  const size = new DataView(bytes.buffer, bytes.byteOffset + at, headBytes).getBigUint64(0, true);
  return size > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : Number(size);
}

export const headBytes = 8;
const lineFeed = 10;
const equalsSign = 0x3d;
