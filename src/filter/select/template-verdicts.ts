import type { PackedTexts, TemplateTexts } from "../../eventstore/segment.ts";
import type { TemplatePiece } from "../../eventstore/template.ts";
import { quadAt } from "../condition/quad-of-way.ts";
import type { Conditional, TemplateVerdict, TextTest } from "../condition/template-verdict.ts";
import { undecided } from "../condition/template-verdict.ts";
import type { ValueTest } from "../condition/value-test.ts";

/** What a test says of the templates of a dictionary. Many of these ask the same of the same holes. */
export interface TemplateVerdicts {
  /** Different ones, none for texts that are kept whole. */
  readonly kinds: readonly TemplateVerdict[];
  /** By template: the place of its verdict in `kinds`; its length for texts that are kept whole. */
  readonly places: Uint16Array | Uint32Array;
}

/**
 * The verdicts of a test on all templates of a column. Segments share most templates, so each is tested once, and
 * slices share their dictionary, so it is looked through once. `among`: by template, 1 for those that are asked for;
 * absent: all.
 */
export function verdictsOf(
  test: ValueTest,
  templates: TemplateTexts,
  tick: () => void,
  among?: Uint8Array,
): TemplateVerdicts {
  let cache = verdictCache.get(test);
  if (!cache || cache.byMeaning.size > keptMax) {
    cache = { byTemplate: new WeakMap(), byMeaning: new Map(), tests: new Map(), byDictionary: new WeakMap() };
    verdictCache.set(test, cache);
  }
  const { texts } = templates.ids;
  let verdicts = cache.byDictionary.get(texts);
  if (!verdicts) {
    verdicts = readVerdicts(test, templates, cache, tick, among);
    if (!among) cache.byDictionary.set(texts, verdicts);
  }
  return verdicts;
}

interface VerdictCache {
  readonly byTemplate: WeakMap<readonly TemplatePiece[], TemplateVerdict>;
  /** Verdicts that ask the same are one object. */
  readonly byMeaning: Map<string, Conditional>;
  readonly tests: Map<TextTest, number>;
  readonly byDictionary: WeakMap<PackedTexts, TemplateVerdicts>;
}

const verdictCache = new WeakMap<ValueTest, VerdictCache>();
/** Meanings of one test: some segments with as many as there may be. */
const keptMax = 32_768;

/** Parameters: called for each dictionary; an object a call would only rename them. */
function readVerdicts(
  test: ValueTest,
  templates: TemplateTexts,
  cache: VerdictCache,
  tick: () => void,
  among: Uint8Array | undefined,
): TemplateVerdicts {
  const { valueCount } = templates.ids;
  const places = new (valueCount < 2 ** 16 ? Uint16Array : Uint32Array)(valueCount);
  const kinds = new Map<TemplateVerdict, number>();
  for (let id = 0; id < valueCount; id++) {
    if ((id & 0x3f) === 0) tick();
    if (id === templates.wholeId || among?.[id] === 0) continue;
    const verdict = id === 0 ? test.text("") : verdictOf(test, templates, id, cache, tick);
    let place = kinds.get(verdict);
    if (place === undefined) {
      place = kinds.size;
      kinds.set(verdict, place);
    }
    places[id] = place;
  }
  if (templates.wholeId >= 0) places[templates.wholeId] = kinds.size;
  return { kinds: [...kinds.keys()], places };
}

function verdictOf(
  test: ValueTest,
  templates: TemplateTexts,
  id: number,
  cache: VerdictCache,
  tick: () => void,
): TemplateVerdict {
  if (!test.template) return undecided;
  const pieces = templates.pieces(id);
  let verdict = cache.byTemplate.get(pieces);
  if (verdict === undefined) {
    verdict = known(test.template(pieces, tick), cache);
    cache.byTemplate.set(pieces, verdict);
  }
  return verdict;
}

/** The same verdict that another template has, if one has it. */
function known(verdict: TemplateVerdict, { byMeaning, tests }: VerdictCache): TemplateVerdict {
  if (typeof verdict === "boolean") return verdict;
  let meaning = verdict.isExact ? "exact" : "";
  for (const need of verdict.needs) {
    meaning += "\n";
    for (const way of need) {
      // What holes it asks does not tell whether they stand one behind the other.
      meaning += `|${quadAt(way)} `;
      for (const { hole, test } of way) meaning += `${hole.kind} ${hole.index} ${numberOf(test, tests)}&`;
    }
  }
  const other = byMeaning.get(meaning);
  if (other) return other;
  byMeaning.set(meaning, verdict);
  return verdict;
}

function numberOf(test: TextTest, tests: Map<TextTest, number>): number {
  let number = tests.get(test);
  if (number === undefined) {
    number = tests.size;
    tests.set(test, number);
  }
  return number;
}
