import { facilityNames } from "../../eventstore/event/event.ts";
import { readFacility, readSeverity } from "../../eventstore/event/syslog-priority.ts";
import { numberOfText } from "../../filter/condition/number-text.ts";
import { compilePattern } from "../../filter/words/compile-pattern.ts";
import { foldCase } from "../../filter/words/fold-case.ts";
import { anyRun, hasWildcard, parsePattern } from "../../filter/words/wildcard.ts";
import { type EventField, findEventField } from "../event-field.ts";
import { wildcardCharactersMax } from "../limits.ts";
import type { RequiredText } from "../patterns/message-gate.ts";
import { at, RuleProblem } from "../rule-problem.ts";
import type { ConditionModel } from "../rule-schema.ts";
import type { RuleScope } from "../rule-scope.ts";
import { expandGrok, hasGrok } from "./grok.ts";
import { compileMatcher, type Matcher } from "./matcher.ts";

/** A compiled condition. */
export interface RuleCondition {
  /** The field it reads. */
  readonly field: EventField;
  /** It looks at the program and nothing else, so its answer is the same for all events of a program. */
  readonly isOfProgram: boolean;
  readonly isOfMessage: boolean;
  /** It holds only for texts that contain one of these; undefined: for others, too. */
  readonly required: readonly RequiredText[] | undefined;
  /** Groups that it can fill; 0 for all but `=~`. */
  groupCount: number;
  /** By name, counted from 1 within the condition. */
  groupNames: ReadonlyMap<string, number>;
  /** Set when a template reads one of its groups; else they are not looked for. */
  keepsGroups: boolean;
  /** Number of the group before its first one. */
  offset: number;
  holds(scene: RuleScope): boolean;
}

/** `path` names the condition in its file. Throws RuleProblem. */
export function compileRuleCondition(model: ConditionModel, path: readonly PropertyKey[]): RuleCondition {
  const field = at([...path, "field"], () => findEventField(model.field));
  if (model.optional && model.op !== "=~")
    throw new RuleProblem([...path, "optional"], "Only a condition with =~ can be optional.");
  if (model.op === "=~") return compileGroups(model, field, path);
  const values = Array.isArray(model.value) ? model.value : [model.value];
  const tests = values.map((value, index) =>
    at(Array.isArray(model.value) ? [...path, "value", index] : [...path, "value"], () =>
      compileTest(model, field, String(value)),
    ),
  );
  const isNegated = model.op === "ne" || model.op.startsWith("!");
  const test = anyOf(model, field, values.map(String), tests);
  const { read } = field;
  return {
    field,
    isOfProgram: field.name === "program" && field.kind === "text",
    isOfMessage: field.name === "message" && field.kind === "text",
    required: isNegated ? undefined : anyOfAll(values.map((value) => requiredOf(model, String(value)))),
    groupCount: 0,
    groupNames: noNames,
    keepsGroups: false,
    offset: 0,
    holds: isNegated ? ({ event }) => !test(read(event)) : ({ event }) => test(read(event)),
  };
}

const noNames: ReadonlyMap<string, number> = new Map();

/** For tests of equality and of a part: only their values are required texts. */
function requiredOf({ op, ignore_case: ignoreCase }: ConditionModel, value: string): RequiredText[] | undefined {
  if (op === "=*") return [{ text: ignoreCase ? foldCase(value) : value, ignoreCase, isPrefix: false }];
  if (op !== "eq") return undefined;
  const tokens = parsePattern(value);
  let longest = "";
  let run = "";
  for (const token of tokens) {
    run = typeof token === "string" ? run + token : "";
    if (run.length > longest.length) longest = run;
  }
  if (longest === "") return undefined;
  return [{ text: ignoreCase ? foldCase(longest) : longest, ignoreCase, isPrefix: !hasWildcard(tokens) }];
}

function anyOfAll(required: (readonly RequiredText[] | undefined)[]): readonly RequiredText[] | undefined {
  return required.includes(undefined) ? undefined : required.flatMap((texts) => texts ?? []);
}

type TextTest = (text: string) => boolean;

/** Many plain values are looked up in a set. */
function anyOf(model: ConditionModel, field: EventField, values: string[], tests: TextTest[]): TextTest {
  if (tests.length === 1) return tests[0]!;
  const isPlain =
    (model.op === "eq" || model.op === "ne") &&
    (field.kind === "text" || field.kind === "tag") &&
    !model.ignore_case &&
    !values.some((value) => /[*?\\]/.test(value));
  if (isPlain) {
    const wanted = new Set(values);
    return (text) => wanted.has(text);
  }
  return (text) => tests.some((test) => test(text));
}

/** The test without its negation, as in `ne`, `!~`, `!*`. */
function compileTest({ op, ignore_case }: ConditionModel, field: EventField, value: string): TextTest {
  switch (op) {
    case "eq":
    case "ne":
      return compileEquality(field, value, ignore_case);
    case "=*":
    case "!*": {
      if (value === "") throw new Error("Every text contains the empty one.");
      if (!ignore_case) return (text) => text.includes(value);
      const wanted = foldCase(value);
      return (text) => foldCase(text).includes(wanted);
    }
    case "!~": {
      const matcher = compileMatcher(expandGrok(value).pattern, ignore_case);
      return (text) => matcher.test(text);
    }
    default:
      return compileComparison(op, numberOfValue(field, value));
  }
}

function compileEquality(field: EventField, value: string, ignoreCase: boolean): TextTest {
  if (field.kind === "severity" || field.kind === "facility") {
    const wanted = String(numberOfValue(field, value));
    return (text) => text === wanted;
  }
  const tokens = parsePattern(value);
  if (hasWildcard(tokens) && value.length > wildcardCharactersMax)
    throw new Error(`A value with wildcards has at most ${wildcardCharactersMax} characters.`);
  if (tokens.length > 0 && tokens.every((token) => token === anyRun)) return (text) => text !== "";
  const test = compilePattern(tokens, ignoreCase);
  return ignoreCase ? (text) => test(foldCase(text)) : test;
}

function numberOfValue(field: EventField, value: string): number {
  if (field.kind === "severity" || field.kind === "facility") {
    const code = field.kind === "severity" ? readSeverity(value) : readFacility(value);
    if (code !== undefined) return code;
    const expected =
      field.kind === "severity" ? "0..7 or a word such as error" : `0..23 or one of ${facilityNames.join(", ")}`;
    throw new Error(`Expected ${expected}, got "${value}".`);
  }
  const number = numberOfText(value);
  if (Number.isNaN(number)) throw new Error(`Expected a number, got "${value}".`);
  return number;
}

/** Texts that are no numbers become NaN, for which nothing holds. */
function compileComparison(op: "gt" | "lt" | "ge" | "le" | "=~", wanted: number): TextTest {
  if (op === "gt") return (text) => numberOfText(text) > wanted;
  if (op === "ge") return (text) => numberOfText(text) >= wanted;
  if (op === "lt") return (text) => numberOfText(text) < wanted;
  return (text) => numberOfText(text) <= wanted;
}

/** `=~`: the first of several patterns that matches fills the groups. */
function compileGroups(model: ConditionModel, field: EventField, path: readonly PropertyKey[]): RuleCondition {
  const values = Array.isArray(model.value) ? model.value.map(String) : [String(model.value)];
  const patterns = values.map((value, index) =>
    at(Array.isArray(model.value) ? [...path, "value", index] : [...path, "value"], () =>
      compileNamed(value, model.ignore_case),
    ),
  );
  const names = new Map<string, number>();
  for (const pattern of patterns)
    for (const [name, number] of pattern.names) {
      if ((names.get(name) ?? number) !== number)
        throw new RuleProblem(
          [...path, "value"],
          `The group "${name}" is not the same group in each of the patterns; give each pattern a rule of its own.`,
        );
      names.set(name, number);
    }
  const { read } = field;
  const matchers = patterns.map(({ matcher }) => matcher);
  const condition: RuleCondition = {
    field,
    get isOfProgram() {
      return field.name === "program" && field.kind === "text" && !condition.keepsGroups;
    },
    isOfMessage: field.name === "message" && field.kind === "text",
    required: model.optional ? undefined : anyOfAll(matchers.map(({ required }) => required)),
    groupCount: Math.max(...matchers.map(({ groupCount }) => groupCount)),
    groupNames: names,
    keepsGroups: false,
    offset: 0,
    holds: (scene) => {
      const text = read(scene.event);
      if (!condition.keepsGroups) return matchers.some((matcher) => matcher.test(text)) || model.optional;
      if (findGroups(matchers, text, scene, condition)) return true;
      // A rule whose condition fails reads no groups.
      if (model.optional) forgetGroups(scene, condition);
      return model.optional;
    },
  };
  return condition;
}

function findGroups(matchers: Matcher[], text: string, { groups }: RuleScope, { offset, groupCount }: RuleCondition) {
  for (const matcher of matchers) {
    const found = matcher.exec(text);
    if (found === undefined) continue;
    for (let i = 1; i <= groupCount; i++) groups[offset + i] = found[i];
    return true;
  }
  return false;
}

function forgetGroups({ groups }: RuleScope, { offset, groupCount }: RuleCondition): void {
  for (let i = 1; i <= groupCount; i++) groups[offset + i] = undefined;
}

/** A pattern in which `%{NAME:tag}` may stand; those are named groups, too. */
function compileNamed(pattern: string, ignoreCase: boolean): { matcher: Matcher; names: Map<string, number> } {
  const { pattern: expanded, captures } = hasGrok(pattern) ? expandGrok(pattern) : { pattern, captures: [] };
  const matcher = compileMatcher(expanded, ignoreCase);
  const names = new Map(matcher.groupNames);
  for (const { tag, group } of captures) if (!names.has(tag)) names.set(tag, group);
  return { matcher, names };
}
