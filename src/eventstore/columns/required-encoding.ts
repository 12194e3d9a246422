import { FormatError } from "../encoding/segment-format.ts";
import type { Column, DictionaryColumn, TextColumn } from "../segment.ts";

/**
 * Where only one kind of column can stand. What was read is never cast to what it should be: another kind is a
 * FormatError.
 */
export function requireDictionary(column: Column): DictionaryColumn {
  if (column.encoding === "dictionary") return column;
  throw new FormatError(`Expected a column of the encoding "dictionary", got "${column.encoding}".`);
}

export function requireText(column: Column): TextColumn {
  if (column.encoding === "text") return column;
  throw new FormatError(`Expected a column of the encoding "text", got "${column.encoding}".`);
}
