import { messages } from "../../pattern/pattern-cache.ts";
import { TextRows } from "../columns/text-rows.ts";
import type { TemplateTexts } from "../segment.ts";
import { patternOfTemplate } from "./pattern-of-template.ts";
import { PatternNumbers } from "./row-patterns.ts";
import { type StandIns, WordHoles } from "./word-holes.ts";

/** The patterns of rows whose template does not tell it. A DictionaryColumn is of this shape. */
export interface UntoldPatterns {
  /** Ids of patterns; [0] is "". */
  readonly values: readonly string[];
  /** By row, the place of its pattern in `values`; 0: its template tells it. */
  readonly ids: ArrayLike<number>;
}

/**
 * A template does not tell the pattern where words that fill its holes may be known names or no data at all, and
 * where texts are kept whole. Some 0.3 microseconds for each such row, some 50 where its words are met first. `tick` is
 * called every few milliseconds and may throw.
 */
export function findUntoldPatterns(templates: TemplateTexts, rows: number, tick: () => void): UntoldPatterns {
  const work = untoldPatterns(templates, rows, tick);
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    tick();
  }
}

/** The same in steps of some milliseconds. */
export function* untoldPatterns(
  templates: TemplateTexts,
  rows: number,
  tick: () => void = () => undefined,
): Generator<void, UntoldPatterns> {
  const { ids, wholeId } = templates;
  const holes = new WordHoles(templates, rows, tick);
  const silent: (SilentTemplate | undefined)[] = [];
  for (let id = 1; id < ids.valueCount; id++) {
    if ((id & 0x3f) === 0) yield;
    if (id === wholeId) silent[id] = new WholeTexts(templates);
    else {
      const asked = yield* askedHoles(templates, id, holes);
      if (asked) silent[id] = new TemplateWithWords(templates, id, asked, holes);
    }
  }
  const numbers = new PatternNumbers();
  const found = new Uint32Array(silent.length === 0 ? 0 : rows);
  const ofRows = ids.ids;
  for (let row = 0; row < found.length; row++) {
    if ((row & 0xff) === 0) yield;
    const template = silent[ofRows[row]!];
    if (template) found[row] = template.numberOf(row, numbers);
  }
  return { values: numbers.values, ids: found };
}

/** A template that does not determine the pattern by itself. */
interface SilentTemplate {
  numberOf(row: number, numbers: PatternNumbers): number;
}

class WholeTexts implements SilentTemplate {
  readonly #texts: TextRows;

  constructor(templates: TemplateTexts) {
    this.#texts = new TextRows([templates.whole()]);
  }

  numberOf(row: number, numbers: PatternNumbers): number {
    const texts = this.#texts;
    texts.seek(0, row);
    return numbers.numberOf(messages.idOf(texts.bytes, texts.from, texts.to));
  }
}

/** Rows with the same words have the same pattern; where all words are data, the template does tell it. */
class TemplateWithWords implements SilentTemplate {
  readonly #templates: TemplateTexts;
  readonly #id: number;
  readonly #holes: WordHoles;
  /** By place of the hole among the pieces. */
  readonly #asked: ReadonlyMap<number, StandIns>;
  readonly #standIns: readonly StandIns[];
  /** Stand-ins that a hole may have; 0: the combinations of all holes exceed exact numbers. */
  readonly #choices: number;
  readonly #known = new Map<string | number, number>([[0, 0]]);

  constructor(templates: TemplateTexts, id: number, asked: ReadonlyMap<number, StandIns>, holes: WordHoles) {
    this.#templates = templates;
    this.#id = id;
    this.#holes = holes;
    this.#asked = asked;
    this.#standIns = [...asked.values()];
    const choices = holes.standIns.length;
    this.#choices = choices ** asked.size < Number.MAX_SAFE_INTEGER ? choices : 0;
  }

  numberOf(row: number, numbers: PatternNumbers): number {
    const key = this.#choices > 0 ? this.#keyOf(row) : this.#standIns.map((standIns) => standIns.of(row)).join();
    let number = this.#known.get(key);
    if (number === undefined) {
      number = numbers.numberOf(patternOfTemplate(this.#templates, this.#id, this.#standInsOf(row)));
      this.#known.set(key, number);
    }
    return number;
  }

  #keyOf(row: number): number {
    let key = 0;
    for (const standIns of this.#standIns) key = key * this.#choices + standIns.of(row);
    return key;
  }

  #standInsOf(row: number): ReadonlyMap<number, string> {
    const { standIns: texts } = this.#holes;
    return new Map(Array.from(this.#asked, ([place, standIns]) => [place, texts[standIns.of(row)]!]));
  }
}

/** Undefined: whatever fills its holes is data. */
function* askedHoles(
  templates: TemplateTexts,
  id: number,
  holes: WordHoles,
): Generator<void, ReadonlyMap<number, StandIns> | undefined> {
  let asked: Map<number, StandIns> | undefined;
  for (const [place, piece] of templates.pieces(id).entries()) {
    if (typeof piece === "string" || piece.kind === "number") continue;
    // The first template with the hole reads its column.
    if (!holes.knows(piece)) yield;
    const standIns = holes.of(piece);
    if (standIns) {
      asked ??= new Map();
      asked.set(place, standIns);
    }
  }
  return asked;
}
