import { ByteDictionary } from "../encoding/byte-dictionary.ts";
import type { Column, DictionaryColumn } from "../segment.ts";
import { StoredDictionary } from "./dictionary-column.ts";
import { requireText } from "./required-encoding.ts";

/** A text column as the dictionary that it should have been: goes through all of its rows at once. */
export function dictionaryOfTexts(column: Column, rows: number): DictionaryColumn {
  const texts = requireText(column);
  const values = new ByteDictionary();
  const ids = new Uint32Array(rows);
  for (let index = 0; index < texts.blockCount; index++) {
    const { firstRow, rows: blockRows, bytes, offsets } = texts.block(index);
    for (let at = 0; at < blockRows; at++) {
      const end = offsets[at + 1]! - 1;
      if (end > offsets[at]!) ids[firstRow + at] = values.idOf(bytes, offsets[at]!, end);
    }
  }
  const { size, used } = values;
  const packed = { bytes: values.bytes.slice(0, used), offsets: values.offsets.slice(0, size + 1) };
  return new StoredDictionary(() => ids, { size, all: () => packed });
}
