import { randomFillSync } from "node:crypto";
import { closeSync, openSync, statSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { freeBytesOf } from "./free-space.ts";

/** Space on the disk of the data folder that others cannot fill, for work that must succeed on a full disk. */
export interface DiskReserve {
  /**
   * Reports the free space: gives up a part of the reserve when next to nothing is free, and rebuilds it when there is
   * room.
   */
  look(freeBytes: number): void;
  /** A start or a stop begins: gives up the space that these may need. */
  giveUp(): void;
  /** Takes back the rest of it: others would take it before the next start. */
  takeBack(): void;
}

/**
 * A file in the folder that exists for its size alone. It is made when there is room, never at the cost of others' last
 * space, and shrinks by a part at a time: otherwise the program that fills the disk would have all of it at once.
 */
export function createDiskReserve(folder: string, freeBytes: () => number = () => freeBytesOf(folder)): DiskReserve {
  const path = join(folder, "disk.reserve");
  let sizeBytes = sizeOf(path);

  function shrinkTo(bytes: number): void {
    if (bytes >= sizeBytes) return;
    truncateSync(path, bytes);
    sizeBytes = bytes;
  }

  /** As large as the free space allows; the space is available again once the reserve is released. */
  function growTo(bytes: number): void {
    if (bytes <= sizeBytes) return;
    try {
      const file = openSync(path, "a", 0o600);
      try {
        const part = incompressible();
        while (sizeBytes < bytes) sizeBytes += writeSync(file, part, 0, Math.min(partBytes, bytes - sizeBytes));
      } finally {
        closeSync(file);
      }
    } catch {
      // Another process was faster. It keeps the size that it reached.
      sizeBytes = sizeOf(path);
    }
  }

  return {
    look(free) {
      if (free < lowBytes) shrinkTo(Math.max(0, sizeBytes - partBytes));
      else if (free >= amplyFree * reserveBytes) growTo(reserveBytes);
    },
    giveUp() {
      if (freeBytes() < reserveBytes) shrinkTo(0);
    },
    takeBack() {
      growTo(Math.min(reserveBytes, sizeBytes + freeBytes() - leftBytes));
    },
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** File systems that compress would shrink zeros to nothing. */
function incompressible(): Uint8Array {
  return randomFillSync(new Uint8Array(partBytes));
}

/** A start, a stop and some logins between them: databases, their logs and the memory they share with readers. */
const reserveBytes = 8 * 1024 * 1024;
/** Given up at a time: enough for hundreds of logins. */
const partBytes = 1024 * 1024;
/** Below, a write of a few pages may fail. */
const lowBytes = 512 * 1024;
/** Multiple of its size that must be free when it is made. */
const amplyFree = 4;
/** Not taken back at a stop. */
const leftBytes = 256 * 1024;
