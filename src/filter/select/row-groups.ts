import { readValues } from "../../eventstore/columns/read-values.ts";
import { windowRows } from "../../eventstore/columns/templates/column-window.ts";
import type { DictionaryColumn } from "../../eventstore/segment.ts";
import type { Selection } from "../rows/selection.ts";

/** Chosen rows, some thousand at a time, apart by the verdict on their template. */
export class RowGroups {
  readonly #rows = new Uint32Array(windowRows);
  readonly #places = new Uint32Array(windowRows);
  readonly #grouped = new Uint32Array(windowRows);
  /** Where the rows of each place begin; one more than places. */
  readonly #starts: Uint32Array;

  constructor(places: number) {
    this.#starts = new Uint32Array(places + 1);
  }

  /** The chosen rows from `from` on, up to `windowRows` further. */
  read(chosen: Selection, from: number, ids: DictionaryColumn["ids"], places: Uint16Array | Uint32Array): void {
    const rows = this.#rows;
    const starts = this.#starts;
    const count = chosen.list(from, Math.min(chosen.end, from + windowRows), rows);
    readValues(rows, count, ids, this.#places);
    starts.fill(0);
    for (let i = 0; i < count; i++) {
      const place = places[this.#places[i]!]!;
      this.#places[i] = place;
      starts[place + 1]!++;
    }
    for (let place = 1; place < starts.length; place++) starts[place]! += starts[place - 1]!;
    const next = starts.slice();
    for (let i = 0; i < count; i++) this.#grouped[next[this.#places[i]!]!++] = rows[i]!;
  }

  /** Rising; the caller may overwrite them. */
  of(place: number): Uint32Array {
    return this.#grouped.subarray(this.#starts[place]!, this.#starts[place + 1]!);
  }
}
