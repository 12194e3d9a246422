import { freeArrays } from "../../runtime/free-arrays.ts";

/** Values in groups of so many words, the first one mixed, by part: that is by the upper bits of the first. */
export interface PartedWords {
  /** The first group of each part; one more than parts. */
  readonly starts: Uint32Array;
  readonly words: Uint32Array;
}

/** Without the values of parts from `end` on, whose memory is given back. */
export function cutParts({ starts, words }: PartedWords, end: number, size: number): PartedWords {
  const length = starts[end]! * size;
  if (length === words.length) return { starts, words };
  const kept = words.slice(0, length);
  freeArrays([words]);
  return { starts: starts.map((start) => Math.min(start, starts[end]!)), words: kept };
}
