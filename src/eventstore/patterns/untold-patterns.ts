import { messages } from "../../pattern/pattern-cache.ts";
import { TextRows } from "../columns/text-rows.ts";
import type { TemplateTexts } from "../segment.ts";
import { patternOfTemplate } from "./pattern-of-template.ts";
import type { PatternNumbers } from "./row-patterns.ts";
import { SharedPatterns, type WordWay } from "./shared-patterns.ts";
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

/** The same in steps of some milliseconds. `shared`: of all slices of a segment. */
export function* untoldPatterns(
  templates: TemplateTexts,
  rows: number,
  tick: () => void = () => undefined,
  shared = new SharedPatterns(),
): Generator<void, UntoldPatterns> {
  const { ids, wholeId } = templates;
  const { numbers } = shared;
  const holes = new WordHoles(templates, rows, shared, tick);
  /** Null: it tells the pattern of all its rows. */
  const silent: (SilentTemplate | null | undefined)[] = [];
  let found = new Uint32Array(0);
  const ofRows = ids.ids;
  for (let row = 0; row < rows; row++) {
    if ((row & 0xff) === 0) yield;
    const id = ofRows[row]!;
    let template = silent[id];
    if (template === undefined) {
      template = yield* silentTemplate(id);
      silent[id] = template;
    }
    if (template === null) continue;
    if (found.length === 0) found = new Uint32Array(rows);
    found[row] = template.numberOf(row, numbers);
  }
  return { values: numbers.values, ids: found };

  function* silentTemplate(id: number): Generator<void, SilentTemplate | null> {
    if (id === 0) return null;
    if (id === wholeId) return new WholeTexts(templates);
    const asked = yield* askedHoles(templates, id, holes);
    return asked.length === 0 ? null : new TemplateWithWords({ templates, id, asked, holes, shared });
  }
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

interface AskedHole {
  /** Among the pieces of its template. */
  place: number;
  standIns: StandIns;
}

interface WordsOfTemplate {
  templates: TemplateTexts;
  id: number;
  asked: readonly AskedHole[];
  holes: WordHoles;
  shared: SharedPatterns;
}

/** Rows with the same words have the same pattern; where all words are data, the template does tell it. */
class TemplateWithWords implements SilentTemplate {
  readonly #of: WordsOfTemplate;

  constructor(of: WordsOfTemplate) {
    this.#of = of;
  }

  numberOf(row: number, numbers: PatternNumbers): number {
    const { asked, id, shared } = this.#of;
    let way: WordWay | undefined;
    for (let i = 0; i < asked.length; i++) {
      const { place, standIns } = asked[i]!;
      const standIn = standIns.of(row);
      if (standIn !== 0) way = shared.follow(way ?? shared.begin(id), place, standIn);
    }
    if (way === undefined) return 0;
    way.pattern ??= numbers.numberOf(this.#patternOf(row));
    return way.pattern;
  }

  #patternOf(row: number): string {
    const { templates, id, asked, holes } = this.#of;
    const words = new Map(asked.map(({ place, standIns }) => [place, holes.standIns[standIns.of(row)]!]));
    return patternOfTemplate(templates, id, words);
  }
}

/** Holes that something else than data fills in some row. */
function* askedHoles(templates: TemplateTexts, id: number, holes: WordHoles): Generator<void, AskedHole[]> {
  const asked: AskedHole[] = [];
  for (const [place, piece] of templates.pieces(id).entries()) {
    if (typeof piece === "string" || piece.kind === "number") continue;
    // The first template with the hole reads its column.
    if (!holes.knows(piece)) yield;
    const standIns = holes.of(piece);
    if (standIns) asked.push({ place, standIns });
  }
  return asked;
}
