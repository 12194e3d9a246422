import { closeSync, openSync, readSync } from "node:fs";
import type { Corpus } from "./corpus.ts";

/** Lines of one body, as shippers send them. */
const bodyLines = 1_000;

/** A file of events, one JSON object a line, as `POST /incoming` takes them. */
export function ndjsonFile(path: string): Corpus & { events: number } {
  const file = openSync(path, "r");
  const piece = Buffer.alloc(4 * 1024 * 1024);
  const ends: number[] = [];
  let bytes = 0;
  let events = 0;
  let ended = 0;
  for (let length = readSync(file, piece); length > 0; length = readSync(file, piece)) {
    for (let at = piece.indexOf(10); at >= 0 && at < length; at = piece.indexOf(10, at + 1)) {
      ended = bytes + at + 1;
      if (++events % bodyLines === 0) ends.push(ended);
    }
    bytes += length;
  }
  closeSync(file);
  // The text after the last line end is a line, too.
  if (bytes > ended) events++;
  if (ends.at(-1) !== bytes) ends.push(bytes);
  return { path, ends, bytes, events };
}
