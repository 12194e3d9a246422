import { sharedStringCharactersMax, sharedStringsMax } from "../limits.ts";
import type { ZipWriter } from "../zip.ts";
import { cellString } from "./cell-string.ts";

/**
 * Texts that occur in many cells and are written once: a third of the size, and read in half the time. Holds a bounded
 * number.
 */
export class SharedStrings {
  /** To the end of the cell that holds it. */
  readonly #cells = new Map<string, string>();

  /** The end of a cell with this text, after its place: shared when it is short and came before or there is room. */
  find(text: string): string | undefined {
    const known = this.#cells.get(text);
    if (known !== undefined) return known;
    if (this.#cells.size >= sharedStringsMax || text.length > sharedStringCharactersMax) return undefined;
    const made = ` t="s"><v>${this.#cells.size}</v></c>`;
    this.#cells.set(text, made);
    return made;
  }

  write(zip: ZipWriter): void {
    zip.begin("xl/sharedStrings.xml");
    zip.write(`${declaration}<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`);
    for (const text of this.#cells.keys()) zip.write(`<si><t xml:space="preserve">${cellString(text)}</t></si>`);
    zip.write("</sst>");
    zip.end();
  }
}

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Decides for one column whether its texts repeat; stops looking them up once most did not. */
export class ColumnStrings {
  #asked = 0;
  #isRepeating = true;
  #sizeBefore = 0;
  readonly #seen = new Set<string>();

  readonly #shared: SharedStrings;

  constructor(shared: SharedStrings) {
    this.#shared = shared;
  }

  /** From the end of the place and style of a cell to its end. */
  cell(text: string): string {
    const found = this.#isRepeating ? this.#ask(text) : undefined;
    return found ?? ` t="inlineStr"><is><t xml:space="preserve">${cellString(text)}</t></is></c>`;
  }

  #ask(text: string): string | undefined {
    this.#asked += 1;
    this.#seen.add(text);
    if (this.#asked === trialRows) {
      this.#isRepeating = this.#seen.size - this.#sizeBefore < trialRows / 2;
      this.#asked = 0;
      this.#seen.clear();
    }
    return this.#shared.find(text);
  }
}

/** Cells read before the first decision, and before each further one. */
const trialRows = 500;
