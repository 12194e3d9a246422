import * as z from "zod";
import { filterSchema, querySchema } from "../filter/schema.ts";
import { validateBody } from "../http/validate.ts";
import type { Config } from "./config-text.ts";
import { type CheckQuestion, checkAsConfig } from "./question-check.ts";
import { parameterNames, questionOf } from "./widget-question.ts";
import { plainType, type WidgetType } from "./widget-type.ts";

/** Throws `invalid` with dotted fields when a known field of the config does not fit a widget of the type. */
export function checkWidgetConfig(type: string, config: Config, checkQuestion: CheckQuestion): void {
  validateBody(z.object({ config: widgetConfigSchema(type) }), { config });
  const question = questionOf({ type, config }, {});
  const names = parameterNames(question.type);
  checkAsConfig(
    () => checkQuestion(question.type, question.params),
    (parameter) => names.get(parameter) ?? parameter,
  );
}

/** The known fields of a config; of a type that is none, those that all have. */
export function widgetConfigSchema(type: string): z.ZodType {
  const plain = plainType(type);
  return Object.hasOwn(configSchemas, plain) ? configSchemas[plain] : none;
}

const text = z.string().max(4096);
const positive = z.int().min(1);
const count = z.int().min(0);
const flag = z.boolean();
const chart = ["time_chart_bars", "time_chart_splines", "badge"] as const;

/** Position of a widget on the grid of six columns, and its time range. The engine checks the question itself. */
const common = {
  col: z.int().min(0).max(5),
  row: z.int().min(0),
  sizeX: z.int().min(1).max(6),
  sizeY: positive,
  time_range: z.record(z.string(), z.unknown()),
  filter: filterSchema,
  q: querySchema,
  description: text,
};

const none = configOf({});

const configSchemas: Record<WidgetType, z.ZodType> = {
  Search: configOf({
    limit: positive,
    sort: text,
    columns: z.array(text),
  }),
  TopN: configOf({
    field: text,
    limit: positive,
    show_other: flag,
    subfields: z.array(text),
    subfields_limit: positive,
    view_type: z.enum(["pie_chart", "list", ...chart]),
  }),
  LastN: configOf({ field: text, limit: positive }),
  EventRate: configOf({ view_type: z.enum(chart), show_min: flag, show_max: flag, show_avg: flag, show_last: flag }),
  Stats: configOf({ by: z.array(text), field: text, functions: z.array(text), limit: positive }),
  Around: configOf({ id: text, before: count, after: count, same: z.array(text) }),
  Patterns: configOf({
    limit: positive,
    order: text,
    with_families: flag,
    with_subperiods: flag,
    with_bytes: flag,
    with_new: flag,
  }),
  Changes: configOf({ by: text, base: z.unknown(), limit: positive, significance: z.number() }),
  Differences: configOf({
    selection: filterSchema,
    selection_q: querySchema,
    fields: z.array(text),
    limit: positive,
    significance: z.number(),
  }),
  ProcessingStats: none,
  StorageStats: none,
  LossLedger: configOf({ order: text, protocol: text, source: text, limit: positive }),
  Tasks: configOf({
    target: text,
    is_open: flag,
    is_overdue: flag,
    assigned_to: z.unknown(),
    sort: text,
  }),
  Notifications: none,
  System_CPU: configOf({ cpu: z.unknown() }),
  System_Memory: none,
  System_DF: configOf({ fs: z.unknown() }),
  System_IOPS: configOf({ disk: z.unknown() }),
  System_Network: configOf({ interface: z.unknown() }),
};

/** Every field may be absent; fields that no widget of the type knows are kept and ignored. */
function configOf(own: z.ZodRawShape): z.ZodType {
  return z.looseObject({ ...common, ...own }).partial();
}
