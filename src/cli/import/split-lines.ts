import { isUtf8 } from "node:buffer";
import { lineBytesMax } from "./limits.ts";

export interface SplitCounts {
  /** Longer than `lineBytesMax`; only the beginning was kept. */
  cut: number;
  /** With bytes that are no UTF-8; each became U+FFFD. */
  notUtf8: number;
}

export interface LineSplitter {
  /** Calls `line` for every line that ends in this chunk, without its line end (LF or CRLF). */
  push(chunk: Uint8Array, line: (text: string) => void): void;
  /** The last line, when the file does not end with a line end. */
  end(line: (text: string) => void): void;
  readonly counts: SplitCounts;
}

/** Cuts bytes into lines and never holds more than one line, and never more than `maxBytes` of it. */
export function createLineSplitter(maxBytes: number = lineBytesMax): LineSplitter {
  const counts: SplitCounts = { cut: 0, notUtf8: 0 };
  let held: Buffer[] = [];
  let heldBytes = 0;
  let isCut = false;
  let isFirst = true;

  function hold(part: Buffer): void {
    const room = maxBytes - heldBytes;
    if (part.length > room) isCut = true;
    if (part.length === 0 || room === 0) return;
    // A copy, because the rest of the chunk should not stay in memory with it.
    held.push(Buffer.from(part.subarray(0, room)));
    heldBytes += Math.min(part.length, room);
  }

  function finish(part: Buffer, line: (text: string) => void): void {
    let bytes = part;
    if (heldBytes > 0 || isCut || part.length > maxBytes) {
      hold(part);
      bytes = Buffer.concat(held);
    }
    if (isCut) counts.cut += 1;
    line(decode(bytes));
    held = [];
    heldBytes = 0;
    isCut = false;
  }

  function decode(bytes: Buffer): string {
    const end = isCut ? endOfCharacter(bytes) : bytes[bytes.length - 1] === 13 ? bytes.length - 1 : bytes.length;
    const start = isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    isFirst = false;
    const text = bytes.toString("utf8", start, end);
    if (text.includes("\uFFFD") && !isUtf8(bytes.subarray(start, end))) counts.notUtf8 += 1;
    return text;
  }

  return {
    counts,
    push(chunk, line) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let start = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
        finish(bytes.subarray(start, end), line);
        start = end + 1;
      }
      hold(bytes.subarray(start));
    },
    end(line) {
      if (heldBytes > 0) finish(Buffer.alloc(0), line);
    },
  };
}

/** End of the last whole character. */
function endOfCharacter(bytes: Buffer): number {
  let start = bytes.length - 1;
  while (start > bytes.length - 4 && start > 0 && (bytes[start]! & 0xc0) === 0x80) start--;
  const lead = bytes[start] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return length > 1 && start + length > bytes.length ? start : bytes.length;
}
