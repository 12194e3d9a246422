import type { RowWindow } from "../segment.ts";

/**
 * Writes the values of the first `count` of some rows. `first`: the row of the first of `values`. Each kind of array
 * has a loop of its own, since one that meets several kinds takes three times as long.
 */
export function readValues(
  rows: Uint32Array,
  count: number,
  values: RowWindow["values"],
  into: Uint32Array,
  first = 0,
): void {
  if (values instanceof Uint8Array) readBytes(rows, count, values, into, first);
  else if (values instanceof Uint16Array) readHalves(rows, count, values, into, first);
  else readWords(rows, count, values, into, first);
}

function readBytes(rows: Uint32Array, count: number, values: Uint8Array, into: Uint32Array, first: number): void {
  for (let i = 0; i < count; i++) into[i] = values[rows[i]! - first]!;
}

function readHalves(rows: Uint32Array, count: number, values: Uint16Array, into: Uint32Array, first: number): void {
  for (let i = 0; i < count; i++) into[i] = values[rows[i]! - first]!;
}

function readWords(
  rows: Uint32Array,
  count: number,
  values: ArrayLike<number>,
  into: Uint32Array,
  first: number,
): void {
  for (let i = 0; i < count; i++) into[i] = values[rows[i]! - first]!;
}
