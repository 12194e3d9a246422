import { TextRows } from "../../eventstore/columns/text-rows.ts";
import type { TemplateTexts } from "../../eventstore/segment.ts";
import type { TemplatePiece } from "../../eventstore/template.ts";
import { cachedTemplatesMax } from "../../pattern/limits.ts";
import { messages } from "../../pattern/pattern-cache.ts";
import { patternIdOf } from "../../pattern/pattern-id.ts";
import { patternText } from "../../pattern/pattern-text.ts";
import { hole } from "../../pattern/tokens.ts";
import { PatternNumbers, type RowPatterns } from "./row-patterns.ts";
import { type StandIns, WordHoles } from "./word-holes.ts";

/**
 * The patterns of texts that are kept as templates. Mostly a template says which one, and no row is looked at; rows of
 * a
 * template whose words may be known names are asked by these words, and texts that are kept whole by themselves.
 */
export function patternsOfTemplates(templates: TemplateTexts, rows: number, tick: () => void): RowPatterns {
  const { ids, wholeId } = templates;
  const holes = new WordHoles(templates, rows, tick);
  const numbers = new PatternNumbers();
  const ofTemplate = new Uint32Array(ids.valueCount);
  const open: (TemplateInRows | undefined)[] = [];
  for (let id = 1; id < ids.valueCount; id++) {
    if ((id & 0x3f) === 0) tick();
    if (id === wholeId) open[id] = new WholeTexts(templates);
    else {
      const asked = openHoles(templates, id, holes);
      if (asked) open[id] = new TemplateWithWords(templates, id, asked, holes);
      else ofTemplate[id] = numbers.numberOf(patternOfTemplate(templates, id));
    }
  }
  if (open.length === 0) {
    const isSame = numbers.values.length === ids.valueCount;
    return { values: numbers.values, ids: isSame ? undefined : numbers.pack(ids.ids, (id) => ofTemplate[id]!, tick) };
  }
  return { values: numbers.values, ids: byRow(ids.ids, ofTemplate, open, numbers, tick) };
}

function byRow(
  ids: ArrayLike<number>,
  ofTemplate: Uint32Array,
  open: readonly (TemplateInRows | undefined)[],
  numbers: PatternNumbers,
  tick: () => void,
): RowPatterns["ids"] {
  const found = new Uint32Array(ids.length);
  for (let row = 0; row < found.length; row++) {
    if ((row & 0xff) === 0) tick();
    const id = ids[row]!;
    found[row] = open[id]?.numberOf(row, numbers) ?? ofTemplate[id]!;
  }
  return numbers.pack(found, (number) => number, tick);
}

/** A template that alone does not say the pattern. */
interface TemplateInRows {
  numberOf(row: number, numbers: PatternNumbers): number;
}

class WholeTexts implements TemplateInRows {
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

/** Rows that have the same words have the same pattern. */
class TemplateWithWords implements TemplateInRows {
  readonly #templates: TemplateTexts;
  readonly #id: number;
  readonly #holes: WordHoles;
  /** By index of the hole. */
  readonly #asked: ReadonlyMap<number, StandIns>;
  readonly #known = new Map<string | number, number>();

  constructor(templates: TemplateTexts, id: number, asked: ReadonlyMap<number, StandIns>, holes: WordHoles) {
    this.#templates = templates;
    this.#id = id;
    this.#asked = asked;
    this.#holes = holes;
  }

  numberOf(row: number, numbers: PatternNumbers): number {
    const key = this.#asked.size === 1 ? this.#onlyWord(row) : this.#wordsOf(row).join();
    let number = this.#known.get(key);
    if (number === undefined) {
      number = numbers.numberOf(patternOfTemplate(this.#templates, this.#id, this.#standInsOf(row)));
      this.#known.set(key, number);
    }
    return number;
  }

  #onlyWord(row: number): number {
    for (const standIns of this.#asked.values()) return standIns.of(row);
    return 0;
  }

  #wordsOf(row: number): number[] {
    return Array.from(this.#asked.values(), (standIns) => standIns.of(row));
  }

  #standInsOf(row: number): ReadonlyMap<number, string> {
    const { standIns: texts } = this.#holes;
    return new Map(Array.from(this.#asked, ([index, standIns]) => [index, texts[standIns.of(row)]!]));
  }
}

/** Undefined: whatever fills its holes is data. */
function openHoles(templates: TemplateTexts, id: number, holes: WordHoles): ReadonlyMap<number, StandIns> | undefined {
  let open: Map<number, StandIns> | undefined;
  for (const piece of templates.pieces(id)) {
    if (typeof piece === "string" || piece.kind === "number") continue;
    const standIns = holes.of(piece.index);
    if (standIns) {
      open ??= new Map();
      open.set(piece.index, standIns);
    }
  }
  return open;
}

/** `standIns`: by index of a word hole, what stands for it; absent: data. */
function patternOfTemplate(
  templates: TemplateTexts,
  id: number,
  standIns: ReadonlyMap<number, string> = nothing,
): string {
  const standInOf = (piece: TemplatePiece) =>
    typeof piece !== "string" && piece.kind === "word" ? standIns.get(piece.index) : undefined;
  // By place: the same word may fill another hole of the same template in the next segment.
  const words = standIns.size === 0 ? "" : templates.pieces(id).map(standInOf).join();
  const key = `${words}\n${templates.ids.value(id)}`;
  const known = patternCache.get(key);
  if (known !== undefined) return known;
  const pieces = templates
    .pieces(id)
    .map((piece) => (typeof piece === "string" ? piece : { standsFor: standInOf(piece) ?? hole }));
  if (patternCache.size >= cachedTemplatesMax) patternCache.clear();
  const pattern = patternIdOf(patternText(pieces));
  patternCache.set(key, pattern);
  return pattern;
}

const nothing: ReadonlyMap<number, string> = new Map();

/** By template and what stands for its words; those of a thread. Segments have mostly the same templates. */
const patternCache = new Map<string, string>();
