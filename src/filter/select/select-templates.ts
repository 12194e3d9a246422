import { readValues } from "../../eventstore/columns/read-values.ts";
import { windowRows } from "../../eventstore/columns/templates/column-window.ts";
import type { TemplateTexts } from "../../eventstore/segment.ts";
import type { TemplateVerdict } from "../condition/template-verdict.ts";
import type { MatchingMachine, ValueTest } from "../condition/value-test.ts";
import { RowBits, RowSet } from "../rows/row-set.ts";
import { Selection } from "../rows/selection.ts";
import { rowsWith } from "./apply-verdicts.ts";
import { HoleAnswers } from "./hole-answers.ts";
import { RowGroups } from "./row-groups.ts";
import { bufferOf, textHolds } from "./select-texts.ts";
import { isImpossible, keepMatches, type Needs, needsOf, needsOfAnswer, rowsOfNeeds } from "./template-needs.ts";
import { verdictsOf } from "./template-verdicts.ts";

/**
 * Removes every row from the selection for whose text the test returns `negated`. Tests each template once. Only where
 * the result depends on the holes, it looks at them, and only when they do not decide, it assembles the text.
 * Parameters: called for each segment and condition; an object a call would only rename them.
 */
export function selectTemplates(
  templates: TemplateTexts,
  test: ValueTest,
  negated: boolean,
  rows: number,
  selection: Selection,
  tick: () => void,
): void {
  const { places, answers } = answersOf(templates, test, rows, selection, tick);
  const rowsThat = (have: (answer: boolean | Needs) => boolean): RowSet => {
    const verdicts = Uint8Array.from(answers, (answer) => (have(answer) ? 1 : 0));
    const byTemplate = new Uint8Array(places.length);
    for (let id = 0; id < places.length; id++) byTemplate[id] = verdicts[places[id]!]!;
    return rowsWith(templates.ids.ids, byTemplate, rows, selection, tick);
  };
  const open = answers.filter((answer) => typeof answer === "object");
  const candidates = answers.includes(true) ? undefined : candidatesOf(open, rows);
  let matching = candidates ? RowSet.none(rows) : rowsThat((answer) => answer === true);
  if (open.length > 0) {
    const asked = chosenOf(selection, candidates ?? rowsThat((answer) => typeof answer === "object"));
    const machine = test.machine?.();
    const keepTexts = (list: Uint32Array, count: number) =>
      machine
        ? keepByMachine(templates, test, machine, list, count, tick)
        : keepByText(templates, test, list, count, tick);
    matching = matching.or(matchesAmong(asked, rows, { answers, places, ids: templates.ids, keepTexts }, tick));
  }
  selection.keepOnly(negated ? RowSet.all(rows).without(matching) : matching);
}

/** Whether the test's result depends on the holes of a text for some templates. */
export function asksHoles(templates: TemplateTexts, test: ValueTest, tick: () => void): boolean {
  return verdictsOf(test, templates, tick).kinds.some((verdict) => typeof verdict === "object");
}

/**
 * How many rows' texts do not return `negated`, when that is known without the template of each row: no hole may
 * decide, and texts that are kept whole are read only if they may be. Parameters: those of `selectTemplates`.
 */
export function countTemplates(
  templates: TemplateTexts,
  test: ValueTest,
  negated: boolean,
  rows: number,
  tick: () => void,
  mayReadTexts = true,
): number | undefined {
  const uses = templates.ids.uses?.();
  if (!uses || !test.template) return undefined;
  if (templates.wholeId >= 0 && !mayReadTexts) return undefined;
  // In the column of texts that are kept whole, all other rows have "".
  if (templates.wholeId >= 0 && test.text("")) return undefined;
  const { kinds, places } = verdictsOf(test, templates, tick);
  const holes = new HoleAnswers(templates, rows, new Selection(0, rows), tick);
  const isOpen = (verdict: TemplateVerdict) => typeof verdict === "object" && !isImpossible(verdict, holes);
  if (kinds.some(isOpen)) return undefined;
  let matching = 0;
  for (let id = 0; id < places.length; id++) if (kinds[places[id]!] === true) matching += uses.rows[id]!;
  const whole = templates.wholeId < 0 ? undefined : templates.whole();
  if (whole) matching += holes.ofColumn(whole, test).rows!.count;
  return negated ? rows - matching : matching;
}

/** The result for texts of a template, by the place of its verdict. */
interface TemplateAnswers {
  readonly places: Uint16Array | Uint32Array;
  readonly answers: readonly (boolean | Needs)[];
}

/** Parameters: called for each segment and condition. */
function answersOf(
  templates: TemplateTexts,
  test: ValueTest,
  rows: number,
  selection: Selection,
  tick: () => void,
): TemplateAnswers {
  const among = selection.count === rows ? undefined : templatesAmong(selection, templates.ids);
  const { kinds, places } = verdictsOf(test, templates, tick, among);
  const holes = new HoleAnswers(templates, rows, selection, tick);
  const occurs = among && placesAmong(among, places, kinds.length + 1);
  const answers = kinds.map((verdict, place) => {
    tick();
    if (occurs?.[place] === 0) return false;
    return typeof verdict === "boolean" ? verdict : needsOf(verdict, holes);
  });
  const whole = templates.wholeId < 0 || occurs?.[kinds.length] === 0 ? undefined : templates.whole();
  // Texts without a template are decided all at once.
  const ofWhole = whole !== undefined && (test.isPresence || needsOfAnswer(holes.ofColumn(whole, test)));
  return { places, answers: [...answers, ofWhole] };
}

/** By template: 1 where a chosen row has it. */
function templatesAmong(selection: Selection, { ids, valueCount }: TemplateTexts["ids"]): Uint8Array {
  const among = new Uint8Array(valueCount);
  for (let from = selection.start; from < selection.end; from += windowRows) {
    const used = selection.list(from, Math.min(selection.end, from + windowRows), chosenRows);
    readValues(chosenRows, used, ids, templateIds);
    for (let i = 0; i < used; i++) among[templateIds[i]!] = 1;
  }
  return among;
}

/** By place: 1 where one of these templates has it. */
function placesAmong(among: Uint8Array, places: TemplateAnswers["places"], count: number): Uint8Array {
  const occurs = new Uint8Array(count);
  for (let id = 0; id < among.length; id++) if (among[id] === 1) occurs[places[id]!] = 1;
  return occurs;
}

const chosenRows = new Uint32Array(windowRows);
const templateIds = new Uint32Array(windowRows);

/** The only rows that can match, where all of them were looked up. */
function candidatesOf(open: readonly Needs[], rows: number): RowSet | undefined {
  const sets = new Set<RowSet>();
  for (const needs of open) {
    const some = rowsOfNeeds(needs);
    if (!some) return undefined;
    for (const set of some) sets.add(set);
  }
  return RowSet.union(rows, [...sets]);
}

interface AskedTexts {
  readonly ids: TemplateTexts["ids"];
  /** Keeps the rows whose text meets the test at the start of the list, and returns their number. */
  keepTexts(list: Uint32Array, count: number): number;
}

/**
 * Where holes do not decide, texts are put together, some at a time.
 * Parameters: called for some thousand rows each.
 */
function keepByText(
  templates: TemplateTexts,
  test: ValueTest,
  list: Uint32Array,
  count: number,
  tick: () => void,
): number {
  let used = 0;
  for (let from = 0; from < count; from += textsAtOnce) {
    tick();
    const rows = list.slice(from, Math.min(count, from + textsAtOnce));
    const texts = templates.join(rows);
    const bytes = bufferOf(texts);
    for (let at = 0; at < rows.length; at++) {
      if ((at & 0x3f) === 0x3f) tick();
      if (textHolds(bytes, texts.offsets[at]!, texts.offsets[at + 1]! - 1, test, tick)) list[used++] = rows[at]!;
    }
  }
  return used;
}

const textsAtOnce = 512;

/**
 * The same without putting texts together, where the machine can tell.
 * Parameters: called for some thousand rows each.
 */
function keepByMachine(
  templates: TemplateTexts,
  test: ValueTest,
  machine: MatchingMachine,
  list: Uint32Array,
  count: number,
  tick: () => void,
): number {
  let used = 0;
  for (let from = 0; from < count; from += walkedAtOnce) {
    tick();
    const rows = list.slice(from, Math.min(count, from + walkedAtOnce));
    templates.walk(rows, machine, walked);
    const open: number[] = [];
    for (let at = 0; at < rows.length; at++) {
      const matches = machine.matches(walked[at]!);
      if (matches === undefined) open.push(rows[at]!);
      else if (matches) list[used++] = rows[at]!;
    }
    const asked = Uint32Array.from(open);
    const met = keepByText(templates, test, asked, asked.length, tick);
    list.set(asked.subarray(0, met), used);
    used += met;
  }
  return used;
}

const walkedAtOnce = 4_096;
const walked = new Int32Array(walkedAtOnce);

/** The chosen rows that meet the needs of their template. */
function matchesAmong(
  asked: Selection,
  rows: number,
  { answers, places, ids, keepTexts }: TemplateAnswers & AskedTexts,
  tick: () => void,
): RowSet {
  const found = new RowBits(rows);
  const groups = new RowGroups(answers.length);
  for (let from = asked.start - (asked.start % windowRows); from < asked.end; from += windowRows) {
    tick();
    groups.read(asked, from, ids.ids, places);
    for (const [place, needs] of answers.entries()) {
      if (typeof needs === "boolean") continue;
      const some = groups.of(place);
      const count = keepMatches(needs, some, keepTexts, tick);
      for (let i = 0; i < count; i++) found.add(some[i]!);
    }
  }
  return found.toSet();
}

function chosenOf(selection: Selection, among: RowSet): Selection {
  const { rows } = among;
  const chosen = new Selection(selection.start, selection.end);
  if (!selection.isRange) chosen.keepOnly(selection.toSet(rows));
  chosen.keepOnly(among);
  return chosen;
}
