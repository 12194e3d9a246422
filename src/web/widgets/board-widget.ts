import type { DashboardView } from "../../api/dashboards/schema.ts";
import type { ApiTimeRange } from "../time/time-range.ts";

export type Board = DashboardView;
/** A widget as the API answers it. */
export type BoardWidget = Board["widgets"][number];

/** A widget's config as the page knows it. Twin: src/board/widget-config.ts. */
export interface WidgetConfig {
  col?: number;
  row?: number;
  sizeX?: number;
  sizeY?: number;
  time_range?: Partial<ApiTimeRange>;
  filter?: WidgetFilter[];
  q?: string;
  description?: string;
  view_type?: "pie_chart" | "list" | "time_chart_bars" | "time_chart_splines" | "badge";
  field?: string;
  by?: string | string[];
  functions?: string[];
  columns?: string[];
  show_min?: boolean;
  show_max?: boolean;
  show_avg?: boolean;
  show_last?: boolean;
  selection_q?: string;
}

/** Conditions and groups of them. Twin: filterSchema of src/filter/schema.ts. */
export type WidgetFilter = WidgetCondition | { any: WidgetFilter[] } | { all: WidgetFilter[] } | { not: WidgetFilter };

/** Twin: conditionSchema of src/filter/schema.ts; what is absent has its default. */
export interface WidgetCondition {
  field: string;
  op?: string;
  value: string | number | boolean | (string | number | boolean)[];
  ignore_case?: boolean;
}

export function configOf({ config }: Pick<BoardWidget, "config">): WidgetConfig {
  return config as WidgetConfig;
}

/** The type without the ending "Query": both mean the same. */
export function kindOf({ type }: Pick<BoardWidget, "type">): string {
  return type.replace(/Query$/, "");
}
