import type * as z from "zod";
import type { Config } from "./config-text.ts";
import { dashboardConfigSchema } from "./dashboard-config.ts";
import { widgetConfigSchema } from "./widget-config.ts";

/**
 * A dashboard of another service, or one written by hand, as the schema has it, where it is clear what is meant: a
 * member without a value is absent, a truth value may be written as in YAML 1.1, and a number in quotes. Everything
 * else is left for the schema to judge, and fields that nobody knows as they are.
 */
export function tidyDashboard(schema: z.ZodType, value: unknown): unknown {
  const dashboard = tidy(schema, value);
  if (!isObject(dashboard)) return dashboard;
  const { config, widgets } = dashboard;
  return {
    ...dashboard,
    ...(config !== undefined && { config: tidy(dashboardConfigSchema, config) }),
    ...(Array.isArray(widgets) && { widgets: widgets.map(tidyWidget) }),
  };
}

function tidyWidget(widget: unknown): unknown {
  if (!isObject(widget) || typeof widget.type !== "string" || widget.config === undefined) return widget;
  return { ...widget, config: tidy(widgetConfigSchema(widget.type), widget.config) };
}

function tidy(schema: z.ZodType, value: unknown): unknown {
  const { def } = schema as unknown as Described;
  if (def.innerType) return tidy(def.innerType, value);
  if (def.type === "boolean") return truthValues.get(typeof value === "string" ? value.toLowerCase() : value) ?? value;
  if (def.type === "number") return typeof value === "string" && plainNumber.test(value) ? Number(value) : value;
  if (def.element && Array.isArray(value)) return value.map((item) => tidy(def.element!, item));
  if (def.shape && isObject(value)) return tidyMembers(def.shape, value);
  return value;
}

function tidyMembers(shape: Readonly<Record<string, z.ZodType>>, value: Config): Config {
  const members = Object.entries(value).flatMap(([name, member]) => {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (known === undefined) return [[name, member] as const];
    return member === null ? [] : [[name, tidy(known, member)] as const];
  });
  return Object.fromEntries(members);
}

function isObject(value: unknown): value is Config {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** How a schema describes itself; each has the parts of its own type. */
interface Described {
  def: { type: string; innerType?: z.ZodType; element?: z.ZodType; shape?: Readonly<Record<string, z.ZodType>> };
}

const truthValues: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...["true", "yes", "on", "1", 1].map((word) => [word, true] as const),
  ...["false", "no", "off", "0", 0].map((word) => [word, false] as const),
]);
const plainNumber = /^\s*[+-]?\d+(?:\.\d+)?\s*$/;
