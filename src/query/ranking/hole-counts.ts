import { TextRows } from "../../eventstore/columns/text-rows.ts";
import type { DictionaryColumn } from "../../eventstore/segment.ts";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { familiesOf } from "../../pattern/families.ts";
import { holeTexts } from "../../pattern/pattern-text.ts";
import { eachRowBatch } from "../counting/row-batches.ts";
import { holeCharactersMax, holeNamesMax, holeSumsMax, holeSumsMin, holeValuesMax } from "../limits.ts";
import type { ChosenRows } from "../query-kind.ts";
import { FrequentValues } from "./frequent-values.ts";
import type { NamedCount } from "./rank.ts";

/** The values in one hole of a pattern. */
interface HoleValues {
  /** How many different values; null: too many to be counted, as ids are. */
  distinct: number | null;
  /** The most frequent ones, with exact counts. */
  values: NamedCount[];
  /** Upper bound for the count of any value that is not listed, when fewer are listed than asked for. */
  others_at_most: number | null;
}

/** A pattern or a family whose holes are looked at. */
export interface WantedHoles {
  /** Id of the pattern, or of the family. */
  readonly id: string;
  /** Text of the family. */
  readonly text: string | undefined;
  /** Occurrences, an upper bound for the number of values in a hole. */
  readonly count: number;
  /** Its patterns: id and text. */
  readonly patterns: ReadonlyMap<string, string>;
}

/** How often each value stands in each hole of some patterns, found in one or two passes over their texts. */
export class HoleCounts {
  readonly #wanted = new Map<string, { own: OwnHoles; joined: { from: number; to: number } | undefined }>();
  readonly #own = new Map<string, OwnHoles>();
  readonly #places: number;
  #names = 0;
  #isSecond = false;

  constructor(wanted: readonly WantedHoles[]) {
    let large = 0;
    for (const { id, text, count, patterns } of wanted) {
      const own: OwnHoles = { holes: undefined };
      this.#own.set(id, own);
      for (const [patternId, patternText] of patterns) {
        const joined = text === undefined ? undefined : familiesOf(patternText).find((family) => family.text === text);
        this.#wanted.set(patternId, { own, joined });
      }
      if (count > holeValuesMax) large += (text ?? [...patterns.values()][0]!).split("<*>").length - 1;
    }
    this.#places = Math.max(holeSumsMin, 2 ** Math.floor(Math.log2(holeSumsMax / Math.max(1, large))));
  }

  /** Reads the texts of the rows that have one of the patterns. */
  add(chosen: ChosenRows, column: DictionaryColumn, span: TimeSpan, tick: () => void): void {
    const wanted = Array.from({ length: column.valueCount }, (_, id) => {
      const found = this.#wanted.get(column.value(id));
      return found && this.#isOpen(found.own) ? found : undefined;
    });
    if (!wanted.some((found) => found)) return;
    const texts = new TextRows([chosen.segment.base("message")]);
    const { ids } = column;
    eachRowBatch(chosen, span, tick, ({ length, rows, counts }) => {
      for (let i = 0; i < length; i++) {
        const row = rows[i]!;
        const found = wanted[ids[row]!];
        if (!found) continue;
        if ((i & 0xff) === 0) tick();
        texts.seek(0, row);
        const { bytes, from, to } = texts;
        const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString();
        this.#addTexts(found.own, holeTexts(text, found.joined), counts[i]!);
      }
    });
  }

  /** True when the texts are needed once more. */
  endPass(): boolean {
    if (this.#isSecond) return false;
    this.#isSecond = true;
    this.#names = 0;
    for (const own of this.#own.values()) own.second = new Set(own.holes?.filter(({ needsSecond }) => needsSecond));
    const open = this.#open();
    for (const values of open) values.beginSecond();
    return open.length > 0;
  }

  of(id: string, limit: number): HoleValues[] {
    return (this.#own.get(id)?.holes ?? []).map((hole) => {
      const { distinct, values, othersMax } = hole.found(limit);
      return { distinct, values: values.map(shown), others_at_most: othersMax };
    });
  }

  #isOpen({ second }: OwnHoles): boolean {
    return !this.#isSecond || second!.size > 0;
  }

  #addTexts(own: OwnHoles, texts: readonly string[], count: number): void {
    own.holes ??= texts.map(() => new FrequentValues(holeValuesMax, this.#places));
    for (const [i, text] of texts.entries()) {
      const values = own.holes[i]!;
      if (own.second && !own.second.has(values)) continue;
      const before = values.size;
      values.add(text.length > holeCharactersMax ? keyOfLong(text) : text, count);
      this.#names += values.size - before;
      if (this.#names > holeNamesMax) this.#makeRoom();
    }
  }

  /** The hole with the most values keeps fewer. */
  #makeRoom(): void {
    const largest = this.#open().reduce((most, values) => (values.size > most.size ? values : most));
    const before = largest.size;
    largest.narrow(holeSumsMin);
    this.#names += largest.size - before;
  }

  /** Those that this pass counts. */
  #open(): FrequentValues[] {
    return [...this.#own.values()].flatMap(({ holes = [], second }) => [...(second ?? holes)]);
  }
}

/** Long texts that begin alike are counted apart. */
function keyOfLong(text: string): string {
  return `${text.slice(0, holeCharactersMax)}…${Bun.hash(text).toString(16).padStart(16, "0")}`;
}

function shown(value: NamedCount): NamedCount {
  if (value.name.length <= holeCharactersMax) return value;
  return { ...value, name: value.name.slice(0, holeCharactersMax + 1) };
}

interface OwnHoles {
  /** By hole, from the first text on. */
  holes: FrequentValues[] | undefined;
  /** Those that are read a second time. */
  second?: ReadonlySet<FrequentValues>;
}
