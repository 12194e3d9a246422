import { fstatSync } from "node:fs";
import { commonBytes, lineStart, sizeOf } from "./file-bytes.ts";
import type { Follower } from "./follower.ts";
import { alikeBytesMax, headBytesMax } from "./limits.ts";
import { isProof, type OpenFile } from "./open-file.ts";
import type { FileState } from "./read-state.ts";

/**
 * A file that has nothing but the bytes of one that is followed, or that in front of its own. It is not read as long as
 * it may still become the rest of the other, which logrotate's copytruncate copies first and then empties.
 */
export interface Copy {
  file: OpenFile;
  /** Its name in the service, should it become a file of its own, and the place from which it is sent then. */
  state: FileState;
  /** Length of the beginning that both have in common. */
  common: number;
  /** At the last look. */
  sizeBytes: number;
  changedMs: number;
  /** It was met after the last look. */
  isNew: boolean;
  /** It may have lines that nobody sends yet. */
  isUndecided: boolean;
}

/**
 * The followed file with which another has most in common, rather one that was emptied; undefined: with none its whole
 * first bytes.
 */
export function findOriginal(
  { descriptor, inode }: OpenFile,
  followers: Iterable<Follower>,
): { original: Follower; common: number } | undefined {
  const sizeBytes = sizeOf(descriptor);
  let found: { original: Follower; common: number } | undefined;
  let bestWeight = 0;
  for (const original of followers) {
    if (original.state.inode === inode) continue;
    const originalBytes = sizeOf(original.file.descriptor);
    const alike = Math.max(1, Math.min(headBytesMax, sizeBytes, originalBytes));
    const bothBytes = Math.min(sizeBytes, originalBytes);
    const isReplaced = original.isReplaced;
    const same = isReplaced
      ? original.countHeld(descriptor)
      : commonBytes(original.file.descriptor, descriptor, bothBytes);
    if (same === 0 || (!isReplaced && same < alike)) continue;
    // The time in the first line that differs says nothing.
    const common = isReplaced || same === bothBytes ? same : lineStart(descriptor, same);
    const weight = isReplaced ? Math.max(common, alikeBytesMax) : common;
    const isAsGood = weight === bestWeight && isReplaced && common >= found!.common;
    if (weight > bestWeight || isAsGood) {
      found = { original, common };
      bestWeight = weight;
    }
  }
  return found;
}

/** The place from which a file is sent that begins as another one and is not its rest. */
export function ownPlace(descriptor: number, common: number): number {
  return isProof(common) ? lineStart(descriptor, common) : 0;
}

/** A copy of an emptied file has at least so much in common with it; a short beginning, with others as well. */
export function isCloser(emptied: number, living: number): boolean {
  return emptied >= living || !isProof(living);
}

/** How a copy and its original stand to each other at a look. */
export interface Comparison {
  common: number;
  sizeBytes: number;
  originalBytes: number;
  /** It is the first look at the copy. */
  isNew: boolean;
  /** The copy is longer than at the look before. */
  hasGrown: boolean;
}

/**
 * Whether each is sent by itself from now on. A copy that is written right now grows within its original; one of a few
 * lines may as well be another file with the same banner, which must not wait for ever.
 */
export function areApart({ common, sizeBytes, originalBytes, isNew, hasGrown }: Comparison): boolean {
  if (common < Math.min(sizeBytes, originalBytes)) return true;
  if (isNew) return false;
  if (sizeBytes > originalBytes) return true;
  return !hasGrown && !isProof(common);
}

/** Compares a copy with its original again; undefined: it is another file by now. */
export function compareAgain(copy: Copy, original: Follower): Comparison | undefined {
  const { descriptor } = copy.file;
  const { size: sizeBytes, ctimeMs } = fstatSync(descriptor);
  const originalBytes = sizeOf(original.file.descriptor);
  const { isNew, common: before } = copy;
  const hasGrown = sizeBytes > copy.sizeBytes;
  // A followed file that is not replaced is only written on at its end.
  const isSame = ctimeMs === copy.changedMs && before === sizeBytes;
  const common = isSame
    ? before
    : commonBytes(original.file.descriptor, descriptor, Math.min(sizeBytes, originalBytes));
  if (common < before) return undefined;
  Object.assign(copy, { common, sizeBytes, changedMs: ctimeMs, isNew: false });
  return { common, sizeBytes, originalBytes, isNew, hasGrown };
}
