import type { TemplateTexts } from "../../eventstore/segment.ts";
import { type TemplateVerdict, undecided } from "../condition/template-verdict.ts";
import type { ValueTest } from "../condition/value-test.ts";

/** The verdict of a test on a template. Segments share most templates, so each is tested once. */
export function verdictOf(test: ValueTest, templates: TemplateTexts, id: number): TemplateVerdict {
  if (id === 0) return test.text("");
  if (!test.template) return undecided;
  let known = verdictCache.get(test);
  if (!known || known.size > keptMax) {
    known = new Map();
    verdictCache.set(test, known);
  }
  const template = templates.ids.value(id);
  let verdict = known.get(template);
  if (verdict === undefined) {
    verdict = test.template(templates.pieces(id));
    known.set(template, verdict);
  }
  return verdict;
}

const verdictCache = new WeakMap<ValueTest, Map<string, TemplateVerdict>>();
/** Templates of one test: some segments with as many as there may be. */
const keptMax = 32_768;
