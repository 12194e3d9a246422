import type { Micros } from "../../../eventstore/event/event.ts";
import type { DateOrder } from "../../../time-text/free-date.ts";
import { patternOf } from "../../../time-text/free-time.ts";
import { isBlank } from "../../../time-text/scan.ts";
import { aroundTime } from "../find-time.ts";
import type { LineContext, LineFields } from "../line-fields.ts";
import { readLine } from "../read-line.ts";
import { isTraceLine, readTraceStart } from "../records/trace-lines.ts";
import { withoutColours } from "../records/without-colours.ts";
import { Directives } from "../tables/directives.ts";
import { learnTable, timesIn } from "../tables/learn-table.ts";
import type { Table } from "../tables/table.ts";
import { type Judgement, judgeTimes } from "./judge-times.ts";
import type { TimeLayout } from "./layout.ts";
import { hasHostBehind, learnColumns } from "./learn-columns.ts";
import { orderedShareMin, probeLinesMax, shareMin, timedShareMin, unorderedShareMin } from "./limits.ts";
import { findTimeCandidates, type TimeCandidate } from "./time-candidates.ts";

/** Learned from the first lines of a file, for all of them. */
export interface LearnedLayout {
  /** Tells how to read the other lines. */
  layout: TimeLayout | undefined;
  dateOrder: DateOrder | undefined;
  /** A host follows the time, as in syslog. */
  hostBehind: boolean;
  /** A line without a time belongs to the one before it. */
  allTimed: boolean;
  /** They are rows with a header. */
  table?: Table;
  /** The finding in words, for people; undefined: the lines told their times unaided. */
  finding: LayoutFinding | undefined;
}

export interface LayoutFinding {
  kind: TimeLayout["kind"];
  /** As strptime writes it, or in words. */
  pattern: string;
  /** Number of sampled lines with such a time. */
  lines: number;
  of: number;
  /** A text of a line, and the time it was read as. */
  example: string;
  time: Micros;
  /** Another order of its numbers would fit equally well. */
  alternative: string | undefined;
  isOrdered: boolean;
  /** The day of its first clocks, where the name of the file tells it. */
  dayOfName?: { year: number; month: number; day: number };
}

/**
 * Finds the time in lines of an unknown layout: any order of numbers, any separators, any place near the beginning. It
 * must be in nearly all lines, in the same place, plausible, and mostly ascending. When lines are understood but their
 * dates are ambiguous, decides which reading holds.
 */
export function learnLayout(lines: readonly string[], context: LineContext): LearnedLayout {
  const directives = new Directives();
  const sample = lines.map(withoutColours).filter((line) => line.trim() !== "" && !directives.take(line));
  const table = isChosen(context) ? undefined : learnTable(sample, context);
  if (table !== undefined) return { ...learnRows(table, sample, context), table };
  const first = sample.filter((line) => !isFurther(line));
  const read = first.map((line) => readLine(line, context));
  const silent = first.filter((_, index) => isSilent(read[index]!));
  const isUnknown = !isChosen(context) && silent.length > first.length * (1 - shareMin);
  const learned = isUnknown ? learnPlace(first, context) : undefined;
  const order = learned === undefined ? learnOrder(first, read, context) : undefined;
  const timed = learned?.judgement.times.length ?? first.length - silent.length;
  return {
    layout: learned?.layout,
    dateOrder: order?.order,
    hostBehind: hasHostBehind(messagesOf(first, learned?.layout, read, context)),
    allTimed: first.length > 1 && timed >= first.length * timedShareMin,
    finding: learned?.finding ?? order?.finding,
  };
}

/**
 * False: each of these lines has its time in an unambiguous order of numbers, and they are no rows. Costs less than
 * learning.
 */
export function mayNeedLearning(lines: readonly string[], context: LineContext): boolean {
  const probe = lines.slice(0, probeLinesMax).map(withoutColours);
  const read = probe.map((line) => readLine(line, context));
  const [first, firstLine] = [read[0], probe[0]];
  if (first === undefined || firstLine === undefined) return false;
  const silent = read.filter((fields) => isSilent(fields)).length;
  if (silent > read.length * (1 - shareMin) || (isSilent(first) && /[,;\t|]/.test(firstLine))) return true;
  const timed = read.findIndex((fields) => fields.format === "timed");
  const candidate = timed < 0 ? undefined : findTimeCandidates(probe[timed]!, context).next().value;
  return candidate?.read.kind === "date" && candidate.read.free.date.orders.length > 1;
}

/** What was stated counts more: a clock in lines that lack the stated time would be read as one of today. */
function isChosen({ pattern, format, timeFormat }: LineContext): boolean {
  return pattern !== undefined || format !== undefined || timeFormat !== undefined;
}

function learnRows(table: Table, lines: readonly string[], context: LineContext): Omit<LearnedLayout, "table"> {
  const times = timesIn(table, lines);
  const read = times.map((text) => readLine(text, context));
  const order = learnOrder(times, read, context);
  return { layout: undefined, dateOrder: order?.order, hostBehind: false, allTimed: false, finding: order?.finding };
}

/** Indented lines and those of stack traces have no time, whatever the log. */
function isFurther(line: string): boolean {
  return isBlank(line.charCodeAt(0))
    ? findFirst(line) === undefined
    : isTraceLine(line) || readTraceStart(line) !== undefined;
}

function findFirst(line: string): string | undefined {
  return /^\s+\[?\d/.exec(line)?.[0];
}

function isSilent(fields: ReturnType<typeof readLine>): boolean {
  return fields.format === "text" || (fields.format !== "json" && fields.time === undefined);
}

/** Only for lines of which nothing but the time is known. */
function messagesOf(
  lines: readonly string[],
  layout: TimeLayout | undefined,
  read: ReturnType<typeof readLine>[],
  context: LineContext,
): string[] {
  const fields = layout === undefined ? read : lines.map((line) => readLine(line, { ...context, layout }));
  return fields.flatMap((one) =>
    one.format === "timed" && one.logger === undefined && one.program === undefined ? [one.message] : [],
  );
}

interface Group {
  candidates: TimeCandidate[];
  lines: string[];
}

function groupByPlace(lines: readonly string[], context: LineContext): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const line of lines)
    for (const candidate of findTimeCandidates(line, context)) {
      const key = `${candidate.shape} ${candidate.ordinal}`;
      const group = groups.get(key) ?? { candidates: [], lines: [] };
      group.candidates.push(candidate);
      group.lines.push(line);
      groups.set(key, group);
    }
  return groups;
}

function learnPlace(lines: readonly string[], context: LineContext) {
  const judged = [...groupByPlace(lines, context).values()].flatMap((group) => {
    const judgement = judgeTimes(group.candidates, context);
    return judgement !== undefined && isAcceptable(group, judgement, lines.length) ? [{ group, judgement }] : [];
  });
  const best = judged.sort(compareGroups)[0];
  if (best === undefined) return undefined;
  const { group, judgement } = best;
  const [candidate] = group.candidates;
  const { shape, ordinal } = candidate!;
  const kind = candidate!.read.kind;
  const columns = learnColumns(
    group.lines.map((line, index) => line.slice(0, startOf(line, group.candidates[index]!))),
  );
  const layout: TimeLayout = { kind, shape, ordinal, order: judgement.order, columns, days: undefined };
  return { layout, judgement, finding: findingOf(group, judgement, lines.length) };
}

/** Its bracket included. */
function startOf(line: string, { start, end }: TimeCandidate): number {
  return aroundTime(line, { time: 0, start, end }).start;
}

/** Most lines must have it, at plausible times and in order; without order, nearly all lines. */
function isAcceptable({ candidates }: Group, { plausible, ordered, distinct }: Judgement, lines: number): boolean {
  const share = plausible / lines;
  if (share < shareMin || plausible < candidates.length * orderedShareMin) return false;
  // The lines mention such a date; it is not their time.
  if (distinct < 2 && candidates.length > 4 && candidates.some(({ start }) => start > 1)) return false;
  return ordered >= orderedShareMin || share >= unorderedShareMin;
}

/** A date before a clock alone; then more lines, better order, a place further in front. */
function compareGroups(a: { group: Group; judgement: Judgement }, b: { group: Group; judgement: Judgement }): number {
  const rank = ({ group, judgement }: typeof a) => {
    const [candidate] = group.candidates;
    return [candidate!.read.kind === "clock" ? 0 : 1, judgement.plausible * judgement.ordered, -candidate!.start];
  };
  const [left, right] = [rank(a), rank(b)];
  const at = left.findIndex((value, index) => value !== right[index]);
  return at < 0 ? 0 : right[at]! - left[at]!;
}

/** The order of numbers in ambiguous dates, for lines that are understood. */
function learnOrder(lines: readonly string[], read: ReturnType<typeof readLine>[], context: LineContext) {
  const own = lines.flatMap((line, index) => {
    const fields = read[index]!;
    const candidate = isTimed(fields) ? findTimeCandidates(line, context).next().value : undefined;
    return candidate?.read.kind === "date" && !candidate.read.free.date.isNamed ? [{ line, candidate }] : [];
  });
  const candidates = own.map(({ candidate }) => candidate);
  const isOpen = candidates.some(({ read: one }) => one.kind === "date" && one.free.date.orders.length > 1);
  const judgement = isOpen ? judgeTimes(candidates, context) : undefined;
  if (judgement === undefined) return undefined;
  return {
    order: judgement.order,
    finding: findingOf({ candidates, lines: own.map(({ line }) => line) }, judgement, lines.length),
  };
}

function isTimed(fields: ReturnType<typeof readLine>): fields is LineFields {
  return fields.format !== "json" && fields.format !== "text" && fields.time !== undefined;
}

function findingOf({ candidates, lines }: Group, judgement: Judgement, of: number): LayoutFinding {
  const at = Math.max(
    0,
    judgement.times.findIndex((time) => time !== undefined),
  );
  const { start, end, read } = candidates[at]!;
  const pattern =
    read.kind === "date"
      ? patternOf(read.free, judgement.order)
      : read.kind === "epoch"
        ? "the seconds since 1970"
        : "a clock without a date";
  const alternative =
    read.kind === "date" && judgement.alternative !== undefined
      ? patternOf(read.free, judgement.alternative)
      : undefined;
  return {
    kind: read.kind,
    pattern,
    lines: judgement.plausible,
    of,
    example: lines[at]!.slice(start, end),
    time: judgement.times[at] ?? 0,
    alternative,
    isOrdered: judgement.ordered >= orderedShareMin,
  };
}
