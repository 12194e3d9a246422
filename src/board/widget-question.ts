import type { Config } from "./config-text.ts";
import { plainType, type WidgetType } from "./widget-type.ts";

export interface WidgetQuestion {
  type: WidgetType;
  params: Record<string, unknown>;
}

/** The question a widget asks on a dashboard with that config. */
export function questionOf(widget: { type: string; config: Config }, dashboardConfig: Config): WidgetQuestion {
  const type = plainType(widget.type);
  const params: Record<string, unknown> = { ...defaults[type] };
  for (const [parameter, field] of parameterNames(type))
    if (widget.config[field] !== undefined) params[parameter] = widget.config[field];
  const timeRange = widget.config.time_range ?? dashboardConfig.time_range;
  if (timeRange !== undefined && !withoutTime.has(type)) params.time_range = timeRange;
  if (type === "TopN" && String(widget.config.view_type).startsWith("time_chart_")) params.with_subperiods = true;
  return { type, params };
}

/** Parameter of the question → the field of the config it comes from. */
export function parameterNames(type: WidgetType): ReadonlyMap<string, string> {
  return names[type];
}

/** They list the present state, not that of a time range. */
const withoutTime: ReadonlySet<WidgetType> = new Set(["LossLedger", "Tasks", "Notifications"]);

/** Defaults of widgets that differ from the engine's. */
const defaults: Partial<Record<WidgetType, Record<string, unknown>>> = { Search: { page_size: 10 } };

const names: Record<WidgetType, ReadonlyMap<string, string>> = {
  Search: overEvents({ page_size: "limit", sort: "sort" }),
  TopN: overEvents({
    field: "field",
    limit: "limit",
    show_other: "show_other",
    subfields: "subfields",
    subfields_limit: "subfields_limit",
  }),
  LastN: overEvents({ field: "field", limit: "limit" }),
  EventRate: overEvents({}),
  Stats: overEvents({ by: "by", field: "field", functions: "functions", limit: "limit" }),
  Around: overEvents({ id: "id", before: "before", after: "after", same: "same" }),
  Patterns: overEvents({
    limit: "limit",
    order: "order",
    with_families: "with_families",
    with_subperiods: "with_subperiods",
    with_bytes: "with_bytes",
    with_new: "with_new",
  }),
  Changes: overEvents({ by: "by", base: "base", limit: "limit", significance: "significance" }),
  Differences: overEvents({
    selection: "selection",
    selection_q: "selection_q",
    fields: "fields",
    limit: "limit",
    significance: "significance",
  }),
  ProcessingStats: new Map(),
  StorageStats: new Map(),
  LossLedger: same("order", "protocol", "source", "limit"),
  Tasks: same("target", "is_open", "is_overdue", "assigned_to", "sort"),
  Notifications: new Map(),
  System_CPU: same("cpu"),
  System_Memory: new Map(),
  System_DF: same("fs"),
  System_IOPS: same("disk"),
  System_Network: same("interface"),
};

function overEvents(own: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(Object.entries({ filter: "filter", q: "q", ...own }));
}

function same(...fields: string[]): ReadonlyMap<string, string> {
  return new Map(fields.map((field) => [field, field]));
}
