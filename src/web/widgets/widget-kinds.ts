import { words } from "../words/words.ts";

/** A field of the form in which a widget is described. */
export type KindField =
  | { name: string; label: string; as: "field"; isOptional?: boolean }
  | { name: string; label: string; as: "fields" }
  | { name: string; label: string; as: "number"; least: number; most: number }
  | { name: string; label: string; as: "flag" }
  | { name: string; label: string; as: "line" }
  | { name: string; label: string; as: "text"; hint: string; isOptional?: boolean }
  | { name: string; label: string; as: "choice"; choices: { value: string; label: string }[] }
  | { name: string; label: string; as: "choices"; choices: string[] };

/** A kind of widget as people choose it. */
export interface WidgetKind {
  type: string;
  name: string;
  text: string;
  /** Asks about events, so that a line of the query language narrows it. */
  isAboutEvents: boolean;
  /** Defaults of a new one. */
  config: Record<string, unknown>;
  fields: KindField[];
  /** Columns and rows that fit it. */
  size: readonly [columns: number, rows: number];
}

/** All kinds, those that are wanted most first. Twins: src/board/widget-type.ts and widget-config.ts. */
export function widgetKinds(): readonly WidgetKind[] {
  described ??= describe();
  return described;
}

/** To be called once texts are loaded. */
let described: readonly WidgetKind[] | undefined;

export function widgetKind(type: string): WidgetKind | undefined {
  const plain = type.replace(/Query$/, "");
  return widgetKinds().find((kind) => kind.type === plain);
}

function describe(): readonly WidgetKind[] {
  const { kinds, fields: said } = words.widgets;
  const bars = { value: "time_chart_bars", label: said.bars };
  const curves = { value: "time_chart_splines", label: said.curves };
  const badge = { value: "badge", label: said.number };
  const field: KindField = { name: "field", label: said.field, as: "field" };
  const limit = (most = 100): KindField => ({ name: "limit", label: said.howMany, as: "number", least: 1, most });
  return [
    {
      type: "EventRate",
      ...kinds.EventRate,
      isAboutEvents: true,
      config: { view_type: "time_chart_bars" },
      fields: [
        { name: "view_type", label: said.as, as: "choice", choices: [bars, curves, badge] },
        { name: "show_last", label: said.sayLast, as: "flag" },
        { name: "show_min", label: said.sayLeast, as: "flag" },
        { name: "show_avg", label: said.sayAverage, as: "flag" },
        { name: "show_max", label: said.sayMost, as: "flag" },
      ],
      size: [3, 3],
    },
    {
      type: "TopN",
      ...kinds.TopN,
      isAboutEvents: true,
      config: { field: "program", limit: 5, view_type: "list" },
      fields: [
        field,
        {
          name: "view_type",
          label: said.as,
          as: "choice",
          choices: [
            { value: "list", label: said.list },
            { value: "pie_chart", label: said.ring },
            bars,
            curves,
            { value: "badge", label: said.firstAsNumber },
          ],
        },
        limit(),
        { name: "show_other", label: said.others, as: "flag" },
        { name: "subfields", label: said.subfields, as: "fields" },
      ],
      size: [2, 4],
    },
    {
      type: "Search",
      ...kinds.Search,
      isAboutEvents: true,
      config: { limit: 20 },
      fields: [limit(), { name: "columns", label: said.columns, as: "fields" }],
      size: [6, 4],
    },
    {
      type: "Patterns",
      ...kinds.Patterns,
      isAboutEvents: true,
      config: { limit: 10 },
      fields: [
        limit(),
        {
          name: "order",
          label: said.first,
          as: "choice",
          choices: [
            { value: "count", label: said.orders.count },
            { value: "rarest", label: said.orders.rarest },
            { value: "newest", label: said.orders.newest },
            { value: "oldest", label: said.orders.oldest },
          ],
        },
      ],
      size: [3, 4],
    },
    {
      type: "Changes",
      ...kinds.Changes,
      isAboutEvents: true,
      config: { limit: 10, by: "pattern" },
      fields: [{ name: "by", label: said.changesOf, as: "field" }, limit()],
      size: [3, 4],
    },
    {
      type: "Differences",
      ...kinds.Differences,
      isAboutEvents: true,
      config: { limit: 10, selection_q: "severity<=3" },
      fields: [{ name: "selection_q", label: said.aboutThese, as: "line" }, limit()],
      size: [3, 4],
    },
    {
      type: "LastN",
      ...kinds.LastN,
      isAboutEvents: true,
      config: { field: "host", limit: 10 },
      fields: [field, limit()],
      size: [2, 4],
    },
    {
      type: "Stats",
      ...kinds.Stats,
      isAboutEvents: true,
      config: { by: ["program"], functions: ["count"], limit: 10 },
      fields: [
        { name: "by", label: said.forEach, as: "fields" },
        { name: "field", label: said.ofNumber, as: "field", isOptional: true },
        {
          name: "functions",
          label: said.figures,
          as: "choices",
          choices: ["count", "sum", "avg", "min", "max", "p50", "p90", "p95", "p99", "distinct"],
        },
        limit(),
      ],
      size: [3, 4],
    },
    {
      type: "Around",
      ...kinds.Around,
      isAboutEvents: true,
      config: { id: "", before: 10, after: 10 },
      fields: [
        { name: "id", label: said.eventNumber, as: "text", hint: said.eventNumberHint },
        { name: "before", label: said.before, as: "number", least: 0, most: 1000 },
        { name: "after", label: said.after, as: "number", least: 0, most: 1000 },
      ],
      size: [6, 4],
    },
    {
      type: "Tasks",
      ...kinds.Tasks,
      isAboutEvents: false,
      config: { is_open: true, target: "all" },
      fields: [
        {
          name: "target",
          label: said.whose,
          as: "choice",
          choices: [
            { value: "all", label: said.whoseOnes.all },
            { value: "assigned_to_me", label: said.whoseOnes.assigned_to_me },
            { value: "owned_by_me", label: said.whoseOnes.owned_by_me },
          ],
        },
        { name: "is_open", label: said.onlyOpen, as: "flag" },
        { name: "is_overdue", label: said.onlyOverdue, as: "flag" },
      ],
      size: [3, 4],
    },
    service("Notifications", kinds.Notifications, [3, 4]),
    service("ProcessingStats", kinds.ProcessingStats, [3, 3]),
    service("StorageStats", kinds.StorageStats, [3, 3]),
    service("LossLedger", kinds.LossLedger, [3, 3]),
    service("System_CPU", kinds.System_CPU, [3, 3], part("cpu", said.onlyThis, "0")),
    service("System_Memory", kinds.System_Memory, [3, 3]),
    service("System_DF", kinds.System_DF, [3, 3], part("fs", said.onlyFileSystem, "/var")),
    service("System_IOPS", kinds.System_IOPS, [3, 3], part("disk", said.onlyDisk, "sda")),
    service("System_Network", kinds.System_Network, [3, 3], part("interface", said.onlyInterface, "eth0")),
  ];
}

function service(
  type: string,
  { name, text }: { name: string; text: string },
  size: [number, number],
  own?: KindField,
): WidgetKind {
  return { type, name, text, isAboutEvents: false, config: {}, fields: own === undefined ? [] : [own], size };
}

function part(name: string, label: string, hint: string): KindField {
  return { name, label, as: "text", hint, isOptional: true };
}
