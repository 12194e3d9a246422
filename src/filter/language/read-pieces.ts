import type { FilterElement } from "../condition/filter-element.ts";
import type { PieceKind } from "../words/boolean-parser.ts";
import { LanguageError } from "../words/language-error.ts";
import { parseNoting } from "./query-language.ts";

/** A piece of a line; `from` and `to` count UTF-16 units from 0. */
export interface Piece {
  kind: PieceKind;
  from: number;
  to: number;
}

export interface ReadLine {
  /** In the order of the line, up to the place of the error. */
  pieces: readonly Piece[];
  /** The filter that the line means; empty when it means nothing. */
  elements: readonly FilterElement[];
  /** `column` counts from 1. */
  error?: { column: number; message: string };
}

/**
 * Reads a line for editors that show it while it is written: its pieces, and its error if there is one. Never throws
 * because of the line.
 */
export function readPieces(line: string): ReadLine {
  const pieces: Piece[] = [];
  try {
    const elements = parseNoting(line, (kind, from, to) => pieces.push({ kind, from, to }));
    return { pieces, elements };
  } catch (error) {
    if (!(error instanceof LanguageError)) throw error;
    return { pieces, elements: [], error: { column: error.column, message: error.expected } };
  }
}
