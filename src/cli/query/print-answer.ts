import { countOf, createPaint, formatCount, renderTable, type Style, type TableColumn } from "../output.ts";
import { defaultSpan, formatTime, readLast } from "../time-arguments.ts";
import { type QueryOptions, shownStatistics } from "./options.ts";
import type { Marker } from "./rate-markers.ts";

/** The answer on stdout: tables for people, JSON for machines. Counts of further results go to stderr. */
export function printAnswer(options: QueryOptions, results: Results, shown: PrintForm): void {
  const { asJson, withIds, isWide = false, markers = [], without = 0 } = shown;
  if (asJson) process.stdout.write(renderJson(options.type, results));
  else {
    const isOldestFirst = options.params.sort === "first_occurrence";
    const form = { timezone: options.timezone, withIds, isWide, isOldestFirst, markers, without };
    process.stdout.write(`${renderers[options.type](results, form) ?? nothingIn(options)}\n`);
  }
}

export interface PrintForm {
  asJson: boolean;
  withIds: boolean;
  /** Messages are whole on a terminal, too. */
  isWide?: boolean;
  /** Shown next to a rate, the earliest first. */
  markers?: readonly Marker[];
  /** Occurrences that a ranking leaves out, because they do not have its field. */
  without?: number;
}

interface TableForm {
  timezone: string;
  withIds: boolean;
  isWide: boolean;
  isOldestFirst: boolean;
  markers: readonly Marker[];
  without: number;
}

/** Users who name no time ask about the last hour and have often just imported older logs. */
export function nothingIn({ timeRange }: Pick<QueryOptions, "timeRange">): string {
  return timeRange?.preset === readLast(defaultSpan)
    ? "No events of the last hour match; --all asks about all there are."
    : "No events match.";
}

interface Occurrences {
  first_occurrence: number;
  last_occurrence: number;
  counter: number;
}

interface Event extends Occurrences {
  id: string;
  host: string;
  program: string;
  severity_name: string;
  message: string;
  in_range?: Occurrences;
}

interface Value {
  name: string;
  count: number;
  last_seen?: number;
}

interface Totals {
  ts_from: number;
  ts_to: number;
  values?: Value[];
  /** Of all values of a ranking. */
  total_count?: number;
  count: number;
  sum: number;
  min: number;
  max: number;
  avg: number;
}

type Results = Record<string, unknown>;

function renderJson(type: QueryOptions["type"], results: Results): string {
  if (type !== "Search" && type !== "Around") return `${JSON.stringify(results)}\n`;
  return eventsOf(results)
    .objects.map((event) => `${JSON.stringify(event)}\n`)
    .join("");
}

const renderers: Record<QueryOptions["type"], (results: Results, form: TableForm) => string | undefined> = {
  Search: renderEvents,
  TopN: renderRanking,
  LastN: (results, { timezone }) =>
    renderValues(results, [{ title: "last seen" }, { title: "count", align: "right" }, { title: "value" }], (value) => [
      formatTime(value.last_seen ?? 0, timezone),
      formatCount(value.count),
      shown(value),
    ]),
  EventRate: renderRate,
  Around: renderAround,
  Stats: renderStatistics,
};

interface Events {
  objects: Event[];
  item_count: number;
  /** Around only: position of the requested event. */
  index?: number;
}

function eventsOf(results: Results): Events {
  return (results.events ?? { objects: [], item_count: 0 }) as Events;
}

const severityStyles: Record<string, Style> = {
  EMERGENCY: "red",
  ALERT: "red",
  CRITICAL: "red",
  ERROR: "red",
  WARNING: "yellow",
};

function renderEvents(results: Results, form: TableForm): string | undefined {
  const { objects, item_count } = eventsOf(results);
  if (objects.length === 0) return undefined;
  const of =
    item_count > objects.length
      ? `The ${form.isOldestFirst ? "oldest" : "newest"} ${formatCount(objects.length)} of ${countOf(item_count, "event")}.`
      : `${countOf(item_count, "event")}${occurrencesBeside(objects)}.`;
  return `${tableOfEvents(objects, form)}\n${note(of)}`;
}

/** Of all events that match; empty when nothing was repeated. */
function occurrencesBeside(objects: readonly Event[]): string {
  const occurrences = objects.reduce((sum, event) => sum + partShown(event).counter, 0);
  return occurrences === objects.length ? "" : `, ${countOf(occurrences, "occurrence")}`;
}

/** Oldest first; an arrow points to the requested event. */
function renderAround(results: Results, form: TableForm): string | undefined {
  const { objects, index } = eventsOf(results);
  return objects.length === 0 ? undefined : tableOfEvents(objects, form, index);
}

function tableOfEvents(
  objects: readonly Event[],
  { timezone, withIds, isWide, isOldestFirst }: TableForm,
  marked?: number,
): string {
  const hasRepeats = objects.some((event) => partShown(event).counter > 1);
  const columns: TableColumn[] = [
    ...(marked === undefined ? [] : [{ title: "", style: () => "cyan" as const }]),
    ...(withIds ? [{ title: "id", align: "right" as const }] : []),
    { title: "time", style: () => "dim" },
    { title: "host" },
    { title: "program", style: () => "cyan" },
    { title: "severity", style: (cell) => severityStyles[cell] },
    ...(hasRepeats ? [{ title: "times", align: "right" as const }] : []),
    { title: "message" },
  ];
  const rows = objects.map((event, i) => [
    ...(marked === undefined ? [] : [i === marked ? "→" : ""]),
    ...(withIds ? [event.id] : []),
    formatTime(
      partShown(event)[marked === undefined && !isOldestFirst ? "last_occurrence" : "first_occurrence"],
      timezone,
    ),
    event.host,
    event.program,
    event.severity_name,
    ...(hasRepeats ? [formatCount(partShown(event).counter)] : []),
    event.message,
  ]);
  return isWide
    ? renderTable(columns, rows, { ...unbounded, isTTY: process.stdout.isTTY })
    : renderTable(columns, rows);
}

/** The occurrences inside the requested range. */
function partShown(event: Event): Occurrences {
  return event.in_range ?? event;
}

/** As wide as its widest label. */
const unbounded = { columns: 0, write: () => true };

interface Statistics {
  by: Record<string, string>;
  [name: string]: unknown;
}

function renderStatistics(results: Results): string | undefined {
  const values = ((results.totals as { values?: Statistics[] } | undefined)?.values ?? []) as Statistics[];
  if (values.length === 0 || (values.length === 1 && values[0]!.count === 0)) return undefined;
  const groups = Object.keys(values[0]!.by ?? {});
  const columns: TableColumn[] = [
    ...groups.map((title) => ({ title })),
    ...shownStatistics.map((title) => ({ title, align: "right" as const })),
  ];
  const rows = values.map((value) => [
    ...groups.map((name) => value.by[name] || "(none)"),
    ...shownStatistics.map((name) => shownNumber(value[name])),
  ]);
  return renderTable(columns, rows);
}

function shownNumber(value: unknown): string {
  return typeof value === "number" ? value.toLocaleString("en-US", { maximumFractionDigits: 3 }) : "–";
}

function renderRanking(results: Results, { without }: TableForm): string | undefined {
  const columns: TableColumn[] = [{ title: "count", align: "right" }, { title: "value" }];
  const table = renderValues(results, columns, (value) => [formatCount(value.count), shown(value)]);
  if (without === 0) return table;
  if (table === undefined) return `None of ${countOf(without, "occurrence")} has this field.`;
  const { total_count = 0 } = results.totals as Totals;
  const all = countOf(total_count + without, "occurrence");
  return `${table}\n${note(`${all}, ${formatCount(without)} of them without this field.`)}`;
}

function renderValues(results: Results, columns: TableColumn[], row: (value: Value) => string[]): string | undefined {
  const values = (results.totals as Totals | undefined)?.values ?? [];
  return values.length === 0 ? undefined : renderTable(columns, values.map(row));
}

function shown(value: Value): string {
  return value.name === "" ? "(none)" : value.name;
}

const barWidth = 30;

function renderRate(results: Results, { timezone, markers }: TableForm): string | undefined {
  const totals = results.totals as Totals | undefined;
  const details = (results.details ?? []) as RateStep[];
  if (totals === undefined || details.length === 0) return undefined;
  const columns: TableColumn[] = [
    { title: "from" },
    { title: "count", align: "right" },
    { title: "", style: () => "cyan" },
  ];
  const folded = foldEmptySteps(details);
  const rows = folded.flatMap(({ ts_from, count, steps }, index) => {
    const end = folded[index + 1]?.ts_from ?? Number.POSITIVE_INFINITY;
    const within = markers.filter(({ time }) => time >= ts_from && time < end);
    const bar = "█".repeat(Math.ceil((count / Math.max(totals.max, 1)) * barWidth));
    return [
      [formatTime(ts_from, timezone, false), formatCount(count), steps > 1 ? `${formatCount(steps)} steps` : bar],
      ...within.map((marker) => [formatTime(marker.time, timezone, false), "", markerText(marker)]),
    ];
  });
  const { sum, min, max, avg } = totals;
  const words = `${countOf(sum, "occurrence")} in ${countOf(details.length, "step")}: at least ${formatCount(min)}, at most ${formatCount(max)}, on average ${avg.toLocaleString("en-US", { maximumFractionDigits: 1 })}.`;
  return `${renderTable(columns, rows)}\n${note(words)}`;
}

function markerText({ title, tags }: Marker): string {
  return tags.length === 0 ? `◆ ${title}` : `◆ ${title} (${tags.join(", ")})`;
}

interface RateStep {
  ts_from: number;
  count: number;
}

/** Merges neighbouring steps without events into one, so that the result fits on a screen. */
function foldEmptySteps(details: readonly RateStep[]): (RateStep & { steps: number })[] {
  const folded: (RateStep & { steps: number })[] = [];
  for (const { ts_from, count } of details) {
    const last = folded.at(-1);
    if (count === 0 && last?.count === 0) last.steps += 1;
    else folded.push({ ts_from, count, steps: 1 });
  }
  return folded;
}

function note(text: string): string {
  return createPaint(process.stdout)("dim", text);
}
