import * as z from "zod";
import { findParameter, listParameters, listSchema } from "../../http/pagination.ts";
import { booleanParameter } from "../../http/parameters.ts";
import { fileBytesMax, samplesMax, unmatchedStepsMax } from "../../parser-rules/limits.ts";
import { ruleFileSchema } from "../../parser-rules/rule-schema.ts";

const rewriteRuleState = z.object({
  name: z.string().describe('Its name, or "rule 3".'),
  type: z.string().describe("tag, rewrite, replace, tokenize, kv, grok, json or drop."),
  hits: z.int().describe("Events it applied to since it was loaded."),
  errors: z.int(),
  last_error: z
    .string()
    .nullable()
    .describe("Null also for callers who may not manage parser rules: it may quote events."),
  switched_off: z.boolean().describe("After 20 errors in a row; on again when the rule is changed or enabled."),
});

const fault = z.object({ line: z.int().describe("0: none."), path: z.string(), reason: z.string() });

const fields = {
  name: z.string().describe("The file's name without its ending; files run in the order of their names."),
  file_name: z.string(),
  origin: z.enum(["user", "shipped"]),
  replaces_shipped: z.boolean().describe("A user's file stands for the shipped one of its name."),
  enabled: z.boolean(),
  order: z.int().describe("Place among all rule files, from 1."),
  description: z.string(),
  error: fault.nullable().describe("Why the file is not in force."),
  hits: z.int().describe("Of all its rules, as the two below."),
  errors: z.int(),
  last_error: z.string().nullable(),
  rules: z.array(rewriteRuleState),
};

export const parserRule = z.object(fields).meta({ id: "ParserRule" });
export type ParserRule = z.infer<typeof parserRule>;

export const parserRuleWithText = z
  .object({ ...fields, text: z.string().describe("The file, YAML or JSON.") })
  .meta({ id: "ParserRuleWithText" });
export type ParserRuleWithText = z.infer<typeof parserRuleWithText>;

export const parserRuleList = listSchema(parserRule);

const ruleOrderings = ["order", "name", "hits", "errors"] as const;
export const parserRuleQuery = z.object({
  enabled: booleanParameter().describe("Only rules that are on, or that are off."),
  ...findParameter("their name or description"),
  ...listParameters(ruleOrderings, "order"),
});
export type ParserRuleQuery = z.output<typeof parserRuleQuery>;

const name = z.string().max(100);
const shape = ruleFileSchema.shape;
const content = {
  text: z
    .string()
    .max(fileBytesMax)
    .optional()
    .describe("The whole file as YAML or JSON; in its place the fields below may be given."),
  description: z.string().max(1000).optional(),
  first_match_only: z.boolean().optional(),
  pre_match: shape.pre_match,
  rewrite_rules: shape.rewrite_rules.optional(),
};

export const newParserRule = z
  .object({ name, enabled: z.boolean().default(true), ...content })
  .meta({ id: "ParserRuleRequest" });
export type NewParserRule = z.output<typeof newParserRule>;

export const replacedParserRule = z
  .object({ enabled: z.boolean().default(true), ...content })
  .meta({ id: "ReplacedParserRule" });
export const patchedParserRule = z
  .object({ enabled: z.boolean().optional(), ...content })
  .meta({ id: "PatchedParserRule" });
export type PatchedParserRule = z.output<typeof patchedParserRule>;

export const nameInPath = z.object({
  name: z
    .string()
    .max(200)
    .meta({ description: "The name of the rule file.", examples: ["shop"] }),
});

export const ruleCheckRequest = z
  .object({
    name: name.optional().describe("The file's; absent: the one that its text states, if any."),
    text: z.string().describe("The whole file as YAML or JSON."),
  })
  .meta({ id: "ParserRuleCheckRequest" });
export type RuleCheckRequest = z.output<typeof ruleCheckRequest>;

export const ruleCheckAnswer = z
  .object({
    fault: fault.nullable().describe("The first one, for which the file would be refused; null: there is none."),
  })
  .meta({ id: "ParserRuleCheck" });
export type RuleCheckAnswer = z.output<typeof ruleCheckAnswer>;

const sample = z.union([z.string().min(1), z.record(z.string(), z.unknown())]);

export const ruleTestRequest = z
  .object({
    name: name.optional().describe("A rule file that there is; without it and without content: all that are in force."),
    ...content,
    samples: z
      .array(sample)
      .min(1)
      .max(samplesMax)
      .describe("Lines as vigie import reads them, or events as POST /incoming takes them."),
  })
  .meta({ id: "ParserRuleTestRequest" });
export type RuleTestRequest = z.output<typeof ruleTestRequest>;

const sampleEvent = z.object({
  host: z.string(),
  program: z.string(),
  message: z.string(),
  severity: z.int(),
  facility: z.int(),
  cisco_mnemonic: z.string(),
  user_tags: z.record(z.string(), z.string()),
});

export const ruleTestAnswer = z
  .object({
    results: z.array(
      z.object({
        outcome: z.enum(["kept", "dropped", "bad_sample", "not_tried"]),
        error: z
          .string()
          .nullable()
          .describe("Why the sample is no event, or was not tried: it took too long, or the answer would be too long."),
        before: sampleEvent.nullable(),
        after: sampleEvent.nullable(),
        steps: z.array(
          z.object({
            file: z.string(),
            rule: z.string(),
            type: z.string(),
            outcome: z.enum(["applied", "unmatched", "dropped", "failed"]),
            condition: z.int().nullable().describe("The first condition that did not hold, from 1."),
            error: z.string().nullable(),
            changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
          }),
        ),
        omitted_steps: z
          .int()
          .optional()
          .describe(
            `Steps that are left out, since the answer would be too long; absent: none. Those of rules that did not match are left out beyond ${unmatchedStepsMax.toLocaleString("en")} of all samples.`,
          ),
      }),
    ),
  })
  .meta({ id: "ParserRuleTest" });
export type RuleTestAnswer = z.infer<typeof ruleTestAnswer>;

const testsText = z.string().max(fileBytesMax);

export const ruleFileTests = z
  .object({
    text: testsText.describe("The file NAME.tests.yaml; empty where there is none."),
    origin: z.enum(["user", "shipped"]).nullable().describe("Null: there are none."),
  })
  .meta({ id: "ParserRuleTests" });
export type RuleFileTests = z.output<typeof ruleFileTests>;

export const changedTests = z
  .object({ text: testsText.describe("A blank text removes the file.") })
  .meta({ id: "ParserRuleTestsRequest" });

export const testRunRequest = z
  .object({
    text: z.string().max(fileBytesMax).optional().describe("Rules in the place of the stored file."),
    tests: testsText.optional().describe("Tests to run instead of the file's own."),
  })
  .meta({ id: "ParserRuleTestsRunRequest" });
export type TestRunRequest = z.output<typeof testRunRequest>;

export const testRunAnswer = z
  .object({
    passed: z.int(),
    failed: z.int(),
    tests: z.array(
      z.object({
        name: z.string(),
        differences: z.array(z.string()).describe("From what was expected; empty: it passed."),
      }),
    ),
  })
  .meta({ id: "ParserRuleTestsRun" });
export type TestRunAnswer = z.output<typeof testRunAnswer>;
