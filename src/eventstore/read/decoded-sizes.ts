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

/** Of what is parsed or looked through once it is unpacked: directories, and where texts end. */
export const parsingEffort = 2;
