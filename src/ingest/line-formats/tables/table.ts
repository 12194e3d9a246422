import type { ColumnUse } from "./column-use.ts";

/** The columns that a header line names for the lines after it. */
export interface Table {
  /** "blank": any blanks, as in the format of the W3C. */
  separator: "," | ";" | "\t" | "|" | "blank";
  /** Names from the header. */
  names: readonly string[];
  columns: readonly ColumnUse[];
  /** The header itself, where it looks like any other line; it may come again in joined files. */
  header: string | undefined;
  /** Values stand in quotes where they hold a separator. */
  isQuoted: boolean;
  /** A quoted value may span lines. */
  spansLines: boolean;
  /** The text that stands for an absent value. */
  unset: readonly string[];
  program: string | undefined;
  /** Zone of its times, where the format determines it. */
  timezone: string | undefined;
}
