import type { TemplateTexts, TextColumn } from "../../eventstore/segment.ts";
import type { ValueTest } from "../condition/value-test.ts";
import { RowBits, RowSet } from "../rows/row-set.ts";
import { Selection } from "../rows/selection.ts";
import { rowsWith } from "./apply-verdicts.ts";
import { HoleAnswers } from "./hole-answers.ts";
import { RowGroups, rowsAtOnce } from "./row-groups.ts";
import { keepMatches, type Needs, needsOf, needsOfAnswer, rowsOfNeeds } from "./template-needs.ts";
import { verdictsOf } from "./template-verdicts.ts";

/**
 * Removes every row from the selection for whose text the test returns `negated`. Tests each template once. Only where
 * the result depends on the holes, it looks at them, and only when they do not decide, it assembles the text.
 * Parameters: called for each segment and condition; an object a call would only rename them.
 */
export function selectTemplates(
  column: TextColumn,
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
  let matching = candidates ? none(rows) : rowsThat((answer) => answer === true);
  if (open.length > 0) {
    const asked = chosenOf(selection, candidates ?? rowsThat((answer) => typeof answer === "object"));
    const text = (row: number) => test.text(column.text(row));
    matching = matching.or(matchesAmong(asked, rows, { answers, places, ids: templates.ids, text }, tick));
  }
  selection.keepOnly(negated ? RowSet.all(rows).without(matching) : matching);
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
  const { kinds, places } = verdictsOf(test, templates, tick);
  const holes = new HoleAnswers(templates, rows, selection, tick);
  const answers = kinds.map((verdict) => {
    tick();
    return typeof verdict === "boolean" ? verdict : needsOf(verdict, holes);
  });
  const whole = templates.wholeId < 0 ? undefined : templates.whole();
  // Texts without a template are decided all at once.
  const ofWhole = whole ? needsOfAnswer(holes.ofColumn(whole, test)) : false;
  return { places, answers: [...answers, ofWhole] };
}

/** The only rows that can match, where all of them were looked up. */
function candidatesOf(open: readonly Needs[], rows: number): RowSet | undefined {
  const sets = new Set<RowSet>();
  for (const needs of open) {
    const some = rowsOfNeeds(needs);
    if (!some) return undefined;
    for (const set of some) sets.add(set);
  }
  return [...sets].reduce((all, set) => all.or(set), none(rows));
}

/** The chosen rows that meet the needs of their template. */
function matchesAmong(
  asked: Selection,
  rows: number,
  { answers, places, ids, text }: TemplateAnswers & { ids: TemplateTexts["ids"]; text: (row: number) => boolean },
  tick: () => void,
): RowSet {
  const found = new RowBits(rows);
  const groups = new RowGroups(answers.length);
  for (let from = asked.start; from < asked.end; from += rowsAtOnce) {
    tick();
    groups.read(asked, from, ids.ids, places);
    for (const [place, needs] of answers.entries()) {
      if (typeof needs === "boolean") continue;
      const some = groups.of(place);
      const count = keepMatches(needs, some, text, tick);
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

function none(rows: number): RowSet {
  return RowSet.ofList(rows, new Uint32Array(0));
}
