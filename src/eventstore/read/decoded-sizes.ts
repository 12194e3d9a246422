import type { MinuteCounts, PackedTexts, RepeatedRows, TextBlock } from "../segment.ts";

/* Memory that decoded pieces of a segment take in a cache, and the effort to have them again. */

export function minutesBytes({ counts }: MinuteCounts): number {
  return counts.byteLength;
}

export function textsBytes(texts: PackedTexts): number {
  return texts.byteLength ?? texts.bytes.byteLength + texts.offsets.byteLength;
}

export function arrayBytes(array: Float64Array | Uint32Array | Uint16Array | Uint8Array): number {
  return array.byteLength;
}

export function blockBytes(block: TextBlock): number {
  return block.byteLength ?? block.bytes.byteLength + (block.rows + 1) * Uint32Array.BYTES_PER_ELEMENT;
}

export function repeatedBytes({ rows, counters }: RepeatedRows): number {
  return rows.byteLength + counters.byteLength;
}

/** Of what is looked through once it is unpacked: where texts end. */
export const lookingEffort = 2;
/** Of directories, which are parsed. */
export const parsingEffort = 8;
/** Of templates: their strings, pieces and verdicts hang on them, and are made anew with them. */
export const templateEffort = 24;
