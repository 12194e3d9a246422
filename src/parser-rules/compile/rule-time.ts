import { readLikelyTime } from "../../time-text/free-time.ts";
import { readLeadingTime } from "../../time-text/leading-time.ts";
import type { TimeContext } from "../../time-text/named-format.ts";
import { compileTimeFormat } from "../../time-text/time-format.ts";
import { at, RuleProblem } from "../rule-problem.ts";
import type { TimeModel } from "../rule-schema.ts";
import type { RuleScope } from "../rule-scope.ts";
import { compileTemplate, parseTemplate, type TemplateNames } from "./template.ts";

/** The time that a rule gives an event, in microseconds; undefined: the text is no time, and nothing changes. */
export type RuleTime = (scene: RuleScope) => number | undefined;

/** Throws RuleProblem for an invalid format or zone. */
export function compileRuleTime(model: TimeModel, names: TemplateNames, path: readonly PropertyKey[]): RuleTime {
  const { value, format, zone = "UTC" } = typeof model === "string" ? { value: model } : model;
  const place = typeof model === "string" ? path : [...path, "value"];
  const template = at(place, () => compileTemplate(parseTemplate(value), names));
  const known = format === undefined ? undefined : at([...path, "format"], () => compileTimeFormat(format));
  if (!isZone(zone))
    throw new RuleProblem([...path, "zone"], `"${zone}" is no time zone; write one such as Europe/Berlin.`);
  return (scene) => {
    const text = template(scene).trim();
    // A missing year is inferred from the event: its own time, or its arrival.
    const context: TimeContext = { reference: scene.event.row.times[0]!, timezone: zone };
    const read = known ? known.read(text, 0, context) : readAny(text, context);
    return read !== undefined && read.end === text.length && Number.isFinite(read.time) ? read.time : undefined;
  };
}

/** Written as lines may write their times: counts since 1970, ISO 8601, any order of numbers. */
function readAny(text: string, context: TimeContext) {
  return readLeadingTime(text, 0, context) ?? readLikelyTime(text, 0, context);
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}
