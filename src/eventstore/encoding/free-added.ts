import { freeArrays } from "../../runtime/free-arrays.ts";
import type { PartSink } from "./segment-format.ts";

/** `freeArrays` for arrays that were added to a sink, or whose bytes were: one in memory keeps them. */
export function freeAdded({ inMemory }: PartSink, arrays: readonly (ArrayBufferView | undefined)[]): void {
  if (!inMemory) freeArrays(arrays);
}
