import { freeArrays } from "../../runtime/free-arrays.ts";

/** Values as groups of words, the first one mixed, sorted into buckets by the upper bits of the first. */
export interface BucketedWords {
  /** The first group of each bucket; one more than buckets. */
  readonly starts: Uint32Array;
  readonly words: Uint32Array;
}

/** Without the values of buckets from `end` on, whose memory is given back. */
export function cutBuckets({ starts, words }: BucketedWords, end: number, size: number): BucketedWords {
  const length = starts[end]! * size;
  if (length === words.length) return { starts, words };
  const kept = words.slice(0, length);
  freeArrays([words]);
  return { starts: starts.map((start) => Math.min(start, starts[end]!)), words: kept };
}
