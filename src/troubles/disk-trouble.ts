import { goodAgainFactor, nearlyFullBytesMax, nearlyFullShare } from "./limits.ts";
import type { Trouble } from "./trouble.ts";

/** Bytes. */
export interface DiskSpace {
  free: number;
  total: number;
  /** Below it, events are refused; 0: never, and nobody is notified. */
  minFree: number;
}

/** Whether the disk is full or will be soon. While it is full, nobody is notified that it nearly is. */
export function findDiskTroubles({ free, total, minFree }: DiskSpace): Trouble[] {
  if (minFree === 0) return [];
  const values = { free_bytes: free, min_free_bytes: minFree };
  const nearly = minFree + Math.min(total * nearlyFullShare, nearlyFullBytesMax);
  const troubles: Trouble[] = [];
  if (free < minFree * goodAgainFactor)
    troubles.push({ cause: "disk full", about: { kind: "disk_full", values }, isUnsure: free >= minFree });
  if (free < nearly * goodAgainFactor) {
    const isUnsure = free >= nearly || free < minFree;
    troubles.push({ cause: "disk nearly full", about: { kind: "disk_nearly_full", values }, isUnsure });
  }
  return troubles;
}
