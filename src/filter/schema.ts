import * as z from "zod";
import { knownFields } from "../http/known-fields.ts";
import { compileCondition, FilterError } from "./condition/compile-condition.ts";
import { stepsProblem } from "./condition/compile-element.ts";
import { type Condition, operators, type Scalar } from "./condition/condition.ts";
import { UnsearchableFieldError } from "./condition/fields.ts";
import { type FilterElement, flatConditions, visitConditions } from "./condition/filter-element.ts";
import { parseQueryLanguage } from "./language/query-language.ts";
import { LanguageError } from "./words/language-error.ts";
import {
  allPatternsCharactersMax,
  allWildcardsCharactersMax,
  allWordsCharactersMax,
  conditionsMax,
  elementDepthMax,
  fieldCharactersMax,
  languageCharactersMax,
  listItemsMax,
} from "./words/limits.ts";

const textSchema = z.string().transform((text) => text.toWellFormed());
const scalarHelp = "Expected text, a number, true or false, or a list of these.";
const scalarSchema = z.union([textSchema, z.number(), z.boolean()], scalarHelp);

const valueSchema = z
  .union([scalarSchema, z.array(scalarSchema)], {
    error: ({ input }) => (input === undefined ? "This field is required." : scalarHelp),
  })
  .refine((value) => !Array.isArray(value) || value.length > 0, "Expected at least one value.")
  .refine((value) => !Array.isArray(value) || value.length <= listItemsMax, `Expected at most ${listItemsMax} values.`);

const conditionSchema = knownFields({
  field: z
    .string()
    .min(1)
    .max(fieldCharactersMax, `Expected at most ${fieldCharactersMax} characters.`)
    .transform((text) => text.toWellFormed()),
  op: z.enum(operators).default("eq"),
  value: valueSchema,
  ignore_case: z.boolean().default(true),
});

interface SentCondition {
  field: string;
  op?: Condition["op"];
  value: Scalar | Scalar[];
  ignore_case?: boolean;
}

type SentElement = SentCondition | { any: SentElement[] } | { all: SentElement[] } | { not: SentElement };

const elementHelp = "A condition, or {any: [...]}, {all: [...]} or {not: ...} of such.";

/** An element of a filter. */
export const elementSchema: z.ZodType<FilterElement, SentElement> = z
  .lazy(() =>
    z.union(
      [
        conditionSchema,
        z.strictObject({ any: partsSchema }),
        z.strictObject({ all: partsSchema }),
        z.strictObject({ not: elementSchema }),
      ],
      elementHelp,
    ),
  )
  .meta({ id: "FilterElement", description: elementHelp });

const partsSchema = z.array(elementSchema).min(1, "Expected at least one element.");

/** The filter of a query, a widget, a trigger. The result can be compiled; defaults are filled in. */
export const filterSchema = z.preprocess(
  (sent, context) => {
    const tooMuch = findSentExcess(sent);
    if (tooMuch === undefined) return sent;
    context.addIssue({ code: "custom", message: tooMuch, input: sent });
    return z.NEVER;
  },
  z.array(elementSchema).superRefine((elements, context) => {
    if (context.issues.length > 0) return;
    let tooMuch = findExcess(elements);
    if (tooMuch === undefined) {
      visitConditions(elements, (condition, path) => checkCondition(condition, path, context));
      if (context.issues.length === 0) tooMuch = stepsProblem(elements);
    }
    if (tooMuch !== undefined) context.addIssue({ code: "custom", message: tooMuch });
  }),
);

/** One line of the query language; `parseQueryLanguage` gives its conditions. */
export const querySchema = z
  .string()
  .max(languageCharactersMax, `Expected at most ${languageCharactersMax} characters.`)
  .transform((text) => text.toWellFormed())
  .superRefine((text, context) => {
    try {
      if (context.issues.length === 0) parseQueryLanguage(text);
    } catch (error) {
      if (!(error instanceof LanguageError)) throw error;
      context.addIssue({ code: "custom", message: error.message });
    }
  });

/** Checked before the shape, which takes longer for each element that does not fit than to send thousands of them. */
function findSentExcess(sent: unknown): string | undefined {
  let conditions = 0;
  const visit = (elements: readonly unknown[], depth: number): string | undefined => {
    if (depth > elementDepthMax) return `Expected at most ${elementDepthMax} levels of any, all and not.`;
    for (const element of elements) {
      const groups = sentGroups(element);
      if (groups.length === 0 && ++conditions > conditionsMax) return `Expected at most ${conditionsMax} conditions.`;
      for (const parts of groups) {
        const tooMuch = visit(parts, depth + 1);
        if (tooMuch !== undefined) return tooMuch;
      }
    }
    return undefined;
  };
  return Array.isArray(sent) ? visit(sent, 0) : undefined;
}

/** None: it is a condition, or nothing that fits. */
function sentGroups(element: unknown): (readonly unknown[])[] {
  if (typeof element !== "object" || element === null) return [];
  const { any, all, not } = element as Record<string, unknown>;
  return [any, all, not && [not]].filter((parts) => Array.isArray(parts));
}

/** Checked before anything is compiled, because these bounds bound the compiling. */
function findExcess(elements: readonly FilterElement[]): string | undefined {
  const conditions = flatConditions(elements);
  const textsOf = (...operators: Condition["op"][]) =>
    conditions.filter(({ op }) => operators.includes(op)).flatMap(({ value }) => [value].flat().map(String));
  const lengthOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0);
  if (lengthOf(textsOf("=~", "!~")) > allPatternsCharactersMax)
    return `Expected at most ${allPatternsCharactersMax} characters in all regular expressions together.`;
  if (lengthOf(textsOf("qp")) > allWordsCharactersMax)
    return `Expected at most ${allWordsCharactersMax} characters in all qp values together.`;
  if (lengthOf(textsOf("eq", "ne").filter((text) => /[*?]/.test(text))) > allWildcardsCharactersMax)
    return `Expected at most ${allWildcardsCharactersMax} characters in all values with wildcards together.`;
  return undefined;
}

function checkCondition(condition: Condition, path: (string | number)[], context: z.RefinementCtx): void {
  try {
    compileCondition(condition);
  } catch (error) {
    if (error instanceof FilterError)
      context.addIssue({ code: "custom", path: [...path, ...error.path], message: error.message });
    else if (error instanceof UnsearchableFieldError)
      context.addIssue({ code: "custom", path: [...path, "field"], message: error.message });
    else throw error;
  }
}
