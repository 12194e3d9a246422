import { newMemory } from "./row-memory.ts";

/** Memory for what is used up before anything else is read to it: one for the thread, so that it is no garbage. */
export function takeScratch(bytes: number): Uint8Array {
  if (bytes > scratchMax) return newMemory.take(bytes);
  if (bytes > scratch.byteLength) scratch = new ArrayBuffer(Math.min(scratchMax, bytes * 2));
  return new Uint8Array(scratch, 0, bytes);
}

let scratch = new ArrayBuffer(0);
/** Packed words of half a million rows. */
const scratchMax = 4 * 1024 * 1024;
