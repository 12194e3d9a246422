import type { TakeBytes } from "../segment.ts";

/** Where the rows of a column are unpacked to, when they are first asked for. */
export interface RowMemory {
  readonly take: TakeBytes;
  /** Hears of each array of rows, wherever it lies. */
  told(bytes: number): void;
}

/** For those who keep nothing. */
export const newMemory: RowMemory = { take: (bytes) => new Uint8Array(bytes), told: () => undefined };

/** Returns the array unchanged after reporting it. */
export function told<T extends ArrayBufferView>(array: T, memory: RowMemory): T {
  memory.told(array.byteLength);
  return array;
}
