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
  /** What one begins with. */
  config: Record<string, unknown>;
  fields: KindField[];
  /** Columns and rows that fit it. */
  size: readonly [columns: number, rows: number];
}

const bars = { value: "time_chart_bars", label: "Bars over time" };
const curves = { value: "time_chart_splines", label: "Curves over time" };
const badge = { value: "badge", label: "A number" };
const field: KindField = { name: "field", label: "Field", as: "field" };
const limit = (most = 100): KindField => ({ name: "limit", label: "How many", as: "number", least: 1, most });

/** All kinds, those that are wanted most first. Twins: src/board/widget-type.ts and widget-config.ts. */
export const widgetKinds: readonly WidgetKind[] = [
  {
    type: "EventRate",
    name: "Events over time",
    text: "How many there were, and when",
    isAboutEvents: true,
    config: { view_type: "time_chart_bars" },
    fields: [
      { name: "view_type", label: "As", as: "choice", choices: [bars, curves, badge] },
      { name: "show_last", label: "Say the last step", as: "flag" },
      { name: "show_min", label: "Say the least", as: "flag" },
      { name: "show_avg", label: "Say the average", as: "flag" },
      { name: "show_max", label: "Say the most", as: "flag" },
    ],
    size: [3, 3],
  },
  {
    type: "TopN",
    name: "Most frequent values",
    text: "Of a field: hosts, programs, users, addresses",
    isAboutEvents: true,
    config: { field: "program", limit: 5, view_type: "list" },
    fields: [
      field,
      {
        name: "view_type",
        label: "As",
        as: "choice",
        choices: [
          { value: "list", label: "A list" },
          { value: "pie_chart", label: "Shares of a ring" },
          bars,
          curves,
          { value: "badge", label: "The first as a number" },
        ],
      },
      limit(),
      { name: "show_other", label: "All others, too", as: "flag" },
      { name: "subfields", label: "And of each, the values of", as: "fields" },
    ],
    size: [2, 4],
  },
  {
    type: "Search",
    name: "Events",
    text: "The events themselves, newest first",
    isAboutEvents: true,
    config: { limit: 20 },
    fields: [limit(), { name: "columns", label: "Columns", as: "fields" }],
    size: [6, 4],
  },
  {
    type: "Patterns",
    name: "Patterns",
    text: "The kinds of messages, by how often",
    isAboutEvents: true,
    config: { limit: 10 },
    fields: [
      limit(),
      {
        name: "order",
        label: "First",
        as: "choice",
        choices: [
          { value: "count", label: "The most frequent" },
          { value: "rarest", label: "The rarest" },
          { value: "newest", label: "The newest" },
          { value: "oldest", label: "The oldest" },
        ],
      },
    ],
    size: [3, 4],
  },
  {
    type: "Changes",
    name: "What changed",
    text: "New, gone, more or less than before",
    isAboutEvents: true,
    config: { limit: 10, by: "pattern" },
    fields: [{ name: "by", label: "Of", as: "field" }, limit()],
    size: [3, 4],
  },
  {
    type: "Differences",
    name: "What is special",
    text: "What distinguishes some events from the rest",
    isAboutEvents: true,
    config: { limit: 10, selection_q: "severity<=3" },
    fields: [{ name: "selection_q", label: "About these events", as: "line" }, limit()],
    size: [3, 4],
  },
  {
    type: "LastN",
    name: "Seen last",
    text: "Values of a field, and when each was seen last",
    isAboutEvents: true,
    config: { field: "host", limit: 10 },
    fields: [field, limit()],
    size: [2, 4],
  },
  {
    type: "Stats",
    name: "Figures",
    text: "Sum, average, percentiles of a number",
    isAboutEvents: true,
    config: { by: ["program"], functions: ["count"], limit: 10 },
    fields: [
      { name: "by", label: "For each", as: "fields" },
      { name: "field", label: "Of the number", as: "field", isOptional: true },
      {
        name: "functions",
        label: "Figures",
        as: "choices",
        choices: ["count", "sum", "avg", "min", "max", "p50", "p90", "p95", "p99", "distinct"],
      },
      limit(),
    ],
    size: [3, 4],
  },
  {
    type: "Around",
    name: "Around an event",
    text: "What happened before and after it",
    isAboutEvents: true,
    config: { id: "", before: 10, after: 10 },
    fields: [
      { name: "id", label: "Number of the event", as: "text", hint: "As its drawer says it" },
      { name: "before", label: "Before it", as: "number", least: 0, most: 1000 },
      { name: "after", label: "After it", as: "number", least: 0, most: 1000 },
    ],
    size: [6, 4],
  },
  {
    type: "Tasks",
    name: "Tasks",
    text: "What people have to do",
    isAboutEvents: false,
    config: { is_open: true, target: "all" },
    fields: [
      {
        name: "target",
        label: "Whose",
        as: "choice",
        choices: [
          { value: "all", label: "Everybody's" },
          { value: "assigned_to_me", label: "Assigned to me" },
          { value: "owned_by_me", label: "Made by me" },
        ],
      },
      { name: "is_open", label: "Only open ones", as: "flag" },
      { name: "is_overdue", label: "Only overdue ones", as: "flag" },
    ],
    size: [3, 4],
  },
  service("Notifications", "Notifications", "What triggers told you", [3, 4]),
  service("ProcessingStats", "Arrivals", "What came in, and what became of it", [3, 3]),
  service("StorageStats", "Stored events", "What is kept, by its own time", [3, 3]),
  service("System_CPU", "Processors", "How busy the host is", [3, 3], part("cpu", "Only this one", "0")),
  service("System_Memory", "Memory", "Of the host", [3, 3]),
  service("System_DF", "Disk space", "Used and in all", [3, 3], part("fs", "Only this file system", "/var")),
  service("System_IOPS", "Disks", "Read and written", [3, 3], part("disk", "Only this disk", "sda")),
  service("System_Network", "Network", "Received and sent", [3, 3], part("interface", "Only this interface", "eth0")),
];

export function widgetKind(type: string): WidgetKind | undefined {
  const plain = type.replace(/Query$/, "");
  return widgetKinds.find((kind) => kind.type === plain);
}

function service(type: string, name: string, text: string, size: [number, number], own?: KindField): WidgetKind {
  return { type, name, text, isAboutEvents: false, config: {}, fields: own === undefined ? [] : [own], size };
}

function part(name: string, label: string, hint: string): KindField {
  return { name, label, as: "text", hint, isOptional: true };
}
