import { FormatError } from "../format/segment-format.ts";
import type { Column, DictionaryColumn, TextColumn } from "../segment.ts";

/** For places where only one kind of column can stand. Nothing is cast: any other kind is a FormatError. */
export function requireDictionary(column: Column): DictionaryColumn {
  if (column.encoding === "dictionary") return column;
  throw new FormatError(`Expected a column of the encoding "dictionary", got "${column.encoding}".`);
}

export function requireText(column: Column): TextColumn {
  if (column.encoding === "text") return column;
  throw new FormatError(`Expected a column of the encoding "text", got "${column.encoding}".`);
}
