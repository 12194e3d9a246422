import { lineFeed, readAt } from "./file-bytes.ts";
import { readBytes, searchedBackBytesMax } from "./limits.ts";

/**
 * The lines before a place of a file that tell how those behind it are read: its first ones, and the directive that
 * names the columns last (`#Fields: …`), since a server names them anew when its settings change.
 */
export function linesBefore(descriptor: number, place: number): string[] {
  const head = wholeLines(readAt(descriptor, 0, Math.min(place, readBytes)));
  const named = place > readBytes && head.some((line) => /^#fields\b/i.test(line)) && lastNamed(descriptor, place);
  return named ? [...head, named] : head;
}

function lastNamed(descriptor: number, place: number): string | undefined {
  const least = Math.max(0, place - searchedBackBytesMax);
  for (let end = place; end > least; end -= readBytes) {
    const start = Math.max(least, end - readBytes);
    const size = Math.min(end + directiveBytesMax, place) - start;
    const bytes = Buffer.from(readAt(descriptor, start, size));
    const at = Math.max(bytes.lastIndexOf("\n#Fields:"), bytes.lastIndexOf("\n#fields\t"));
    if (at >= 0) return wholeLines(bytes.subarray(at + 1))[0];
  }
  return undefined;
}

const directiveBytesMax = 16 * 1024;

function wholeLines(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1)).toString("utf8");
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .slice(0, -1);
}
