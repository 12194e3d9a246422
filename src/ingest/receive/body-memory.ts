import { bodyBytesMax, expansionOfEncoded, memoryPerBodyByte } from "../limits.ts";

/** Bytes of memory that a body takes from its first byte until it is stored. */
export function memoryOfBody(sizeBytes: number, isEncoded: boolean): number {
  if (!isEncoded) return sizeBytes * memoryPerBodyByte;
  return sizeBytes + Math.min(bodyBytesMax, sizeBytes * expansionOfEncoded) * memoryPerBodyByte;
}
