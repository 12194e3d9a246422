import * as z from "zod";
import {
  conditionsMax,
  listItemsMax,
  nameCharactersMax,
  patternCharactersMax,
  rewriteRulesMax,
  valueCharactersMax,
} from "./limits.ts";
import { ruleDefaults } from "./rule-defaults.ts";

/** `=*` contains, `=~` regular expression; with `!` the opposite. */
const operators = ["eq", "ne", "gt", "lt", "ge", "le", "=~", "!~", "=*", "!*"] as const;

const scalar = z.union([z.string().max(valueCharactersMax), z.number(), z.boolean()]);
const fieldName = z.string().min(1).max(262);
const tagName = z.string().min(1).max(255);
const template = z.string().max(valueCharactersMax);
const pattern = z.string().min(1).max(patternCharactersMax);
const remark = z.union([z.string(), z.array(z.string())]).optional();

export const conditionSchema = z.strictObject({
  field: fieldName,
  op: z.enum(operators).default(ruleDefaults.condition.op),
  value: z.union([scalar, z.array(scalar).min(1).max(listItemsMax)]),
  ignore_case: z.boolean().default(ruleDefaults.condition.ignore_case),
  optional: z.boolean().default(ruleDefaults.condition.optional),
});

const conditions = z.union([conditionSchema, z.array(conditionSchema).max(conditionsMax)]);

const valueSchema = z.union([
  template,
  z.number(),
  z.strictObject({
    value: z.union([template, z.number()]),
    case: z.enum(["lower", "upper"]).optional(),
    map: z.record(z.string(), z.union([z.string().max(valueCharactersMax), z.number()])).optional(),
    default: z.union([template, z.number()]).optional(),
  }),
]);

/** A text with a time in it; how it is written, and the zone of times that name none. */
const timeSchema = z.union([
  template,
  z.strictObject({
    value: template,
    format: z.string().min(1).max(valueCharactersMax).optional(),
    zone: z.string().min(1).max(100).optional(),
  }),
]);

const keptFields = z.union([z.array(tagName).max(listItemsMax), z.record(z.string(), tagName)]);
const prefix = z.string().max(100);

export const rewriteRuleSchema = z.strictObject({
  name: z.string().max(nameCharactersMax).optional(),
  description: z.string().optional(),
  comment: remark,
  match: conditions.optional(),
  tag: z.record(tagName, valueSchema).optional(),
  rewrite: z
    .strictObject({
      host: valueSchema.optional(),
      program: valueSchema.optional(),
      message: valueSchema.optional(),
      severity: valueSchema.optional(),
      facility: valueSchema.optional(),
      cisco_mnemonic: valueSchema.optional(),
      time: timeSchema.optional(),
    })
    .optional(),
  replace: z
    .array(
      z.strictObject({
        field: fieldName,
        expr: pattern,
        fmt: template,
        ignore_case: z.boolean().default(ruleDefaults.replace.ignore_case),
      }),
    )
    .min(1)
    .max(conditionsMax)
    .optional(),
  tokenize: z
    .strictObject({
      separator: z.string().min(1).max(100),
      fields: z.array(z.string().max(255)).min(1).max(listItemsMax),
      field: fieldName.default(ruleDefaults.tokenize.field),
      quote: z.string().length(1).optional(),
      trim: z.boolean().default(ruleDefaults.tokenize.trim),
    })
    .optional(),
  kv: z
    .strictObject({
      separator: z.string().min(1).max(10).default(ruleDefaults.kv.separator),
      delimiter: z.string().max(1).default(ruleDefaults.kv.delimiter),
      pair_separator: z.string().min(1).max(10).default(ruleDefaults.kv.pair_separator),
      field: fieldName.default(ruleDefaults.kv.field),
      fields: keptFields.optional(),
      prefix: prefix.default(ruleDefaults.kv.prefix),
      spaces_in_values: z.boolean().default(ruleDefaults.kv.spaces_in_values),
    })
    .optional(),
  grok: z
    .union([
      pattern,
      z.array(pattern).min(1).max(100),
      z.strictObject({
        patterns: z.union([pattern, z.array(pattern).min(1).max(100)]),
        field: fieldName.default(ruleDefaults.grok.field),
        definitions: z.record(z.string(), pattern).default(ruleDefaults.grok.definitions),
      }),
    ])
    .optional(),
  json: z
    .union([
      fieldName,
      z.strictObject({
        field: fieldName.default(ruleDefaults.json.field),
        fields: keptFields.optional(),
        prefix: prefix.default(ruleDefaults.json.prefix),
      }),
    ])
    .optional(),
  drop: z.literal(true).optional(),
});

export const ruleFileSchema = z.strictObject({
  name: z.string().max(nameCharactersMax).optional(),
  description: z.string().optional(),
  comment: remark,
  first_match_only: z.boolean().default(ruleDefaults.file.first_match_only),
  pre_match: conditions.optional(),
  rewrite_rules: z.array(rewriteRuleSchema).min(1).max(rewriteRulesMax),
});

export type ConditionModel = z.output<typeof conditionSchema>;
export type ValueModel = z.output<typeof valueSchema>;
export type TimeModel = z.output<typeof timeSchema>;
export type RewriteRuleModel = z.output<typeof rewriteRuleSchema>;
export type RuleFileModel = z.output<typeof ruleFileSchema>;
/** As somebody writes it, without what may be left out. */
export type WrittenRuleFile = z.input<typeof ruleFileSchema>;
export type KeptFieldsModel = z.output<typeof keptFields>;
