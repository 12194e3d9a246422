import { TextRows } from "../../eventstore/columns/text-rows.ts";
import type { DictionaryColumn } from "../../eventstore/segment.ts";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { holeTexts } from "../../pattern/pattern-text.ts";
import { eachRowBatch } from "../counting/row-batches.ts";
import { holeCharactersMax, holeValuesMax } from "../limits.ts";
import type { ChosenRows } from "../query-kind.ts";
import { pickTop } from "./pick-top.ts";
import type { NamedCount } from "./rank.ts";

/** What stands in one hole of a pattern. */
export interface HoleValues {
  /** How many different values; null: too many to be counted, as ids are. */
  distinct: number | null;
  /** The most frequent ones, none when there are too many. */
  values: NamedCount[];
}

/** How often which value stands in each hole of some patterns. */
export class HoleCounts {
  readonly #patterns: ReadonlySet<string>;
  /** By pattern, by hole; undefined: there are too many values. */
  readonly #counts = new Map<string, (Map<string, number> | undefined)[]>();

  constructor(patterns: readonly string[]) {
    this.#patterns = new Set(patterns);
  }

  /** Reads the texts of the rows that have one of the patterns. */
  add(chosen: ChosenRows, column: DictionaryColumn, span: TimeSpan, tick: () => void): void {
    const wanted = Uint8Array.from({ length: column.valueCount }, (_, id) =>
      this.#patterns.has(column.value(id)) ? 1 : 0,
    );
    if (!wanted.includes(1)) return;
    const texts = new TextRows([chosen.segment.base("message")]);
    const { ids } = column;
    eachRowBatch(chosen, span, tick, ({ length, rows, counts }) => {
      for (let i = 0; i < length; i++) {
        const row = rows[i]!;
        if (wanted[ids[row]!] === 0) continue;
        if ((i & 0xff) === 0) tick();
        texts.seek(0, row);
        const { bytes, from, to } = texts;
        const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString();
        this.#addText(column.value(ids[row]!), text, counts[i]!);
      }
    });
  }

  of(pattern: string, limit: number): HoleValues[] {
    return (this.#counts.get(pattern) ?? []).map((counts) => {
      if (!counts) return { distinct: null, values: [] };
      const all = Array.from(counts, ([name, count]) => ({ name, count }));
      const order = (a: NamedCount, b: NamedCount) => b.count - a.count || (a.name < b.name ? -1 : 1);
      const best = pickTop(all.length, limit, (a, b) => order(all[a]!, all[b]!));
      return { distinct: counts.size, values: best.map((i) => all[i]!) };
    });
  }

  #addText(pattern: string, text: string, count: number): void {
    const holes = holeTexts(text);
    let counts = this.#counts.get(pattern);
    if (!counts) {
      counts = holes.map(() => new Map());
      this.#counts.set(pattern, counts);
    }
    for (const [i, value] of holes.entries()) {
      const known = counts[i];
      if (!known) continue;
      const name = value.length > holeCharactersMax ? `${value.slice(0, holeCharactersMax)}…` : value;
      known.set(name, (known.get(name) ?? 0) + count);
      if (known.size > holeValuesMax) counts[i] = undefined;
    }
  }
}
