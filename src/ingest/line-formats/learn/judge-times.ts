import { microsPerDay } from "../../../eventstore/event/days.ts";
import type { Micros } from "../../../eventstore/event/event.ts";
import type { DateOrder } from "../../../time-text/free-date.ts";
import { likeliestOrder, resolveTime } from "../../../time-text/free-time.ts";
import type { LineContext } from "../line-fields.ts";
import { DayCounter } from "./day-counter.ts";
import type { TimeCandidate } from "./time-candidates.ts";

/** Rates the times at one place of the lines. */
export interface Judgement {
  order: DateOrder;
  /** Another order that fits equally well. */
  alternative: DateOrder | undefined;
  /** Undefined where there is no such date. */
  times: (Micros | undefined)[];
  /** Times between the oldest plausible logs and the last change of the file. */
  plausible: number;
  /** Share of neighbours that do not go back, or that all do: a log with the newest line first. */
  ordered: number;
  distinct: number;
}

/** Judges every order that the dates may have; undefined when none gives dates. */
export function judgeTimes(candidates: readonly TimeCandidate[], context: LineContext): Judgement | undefined {
  const orders = ordersOf(candidates);
  const judged = orders.map((order) => ({ order, ...judgeOrder(candidates, order, context) }));
  const [best, second] = judged.sort((a, b) => compareOrders(a, b) || nearer(a, b, candidates[0]!));
  if (best === undefined || best.plausible === 0) return undefined;
  const isAsGood = second !== undefined && compareOrders(best, second) === 0;
  return { ...best, alternative: isAsGood ? second.order : undefined };
}

type Judged = { order: DateOrder } & ReturnType<typeof judgeOrder>;

/**
 * An order is better when it gives more dates, in better order, over a shorter time; a day more or less does not
 * matter.
 */
function compareOrders(a: Judged, b: Judged): number {
  return scoreOf(b) - scoreOf(a) || Math.floor(a.span / microsPerDay / 2) - Math.floor(b.span / microsPerDay / 2);
}

/**
 * Among equally good orders, the one whose last time is closest to now wins. Six digits without marks are nearly
 * everywhere year, month and day.
 */
function nearer(a: Judged, b: Judged, { read }: TimeCandidate): number {
  const isCompact = read.kind === "date" && read.free.date.isCompact;
  if (isCompact && (a.order === "ymd" || b.order === "ymd")) return a.order === "ymd" ? -1 : 1;
  return b.latest - a.latest;
}

/** Most dates tell which orders they can have; the likeliest first. */
function ordersOf(candidates: readonly TimeCandidate[]): DateOrder[] {
  const votes = new Map<DateOrder, number>();
  for (const { read } of candidates)
    for (const order of read.kind === "date" ? read.free.date.orders : (["ymd"] as const))
      votes.set(order, (votes.get(order) ?? 0) + 1);
  const most = Math.max(...votes.values());
  const first = candidates[0]?.read;
  const likeliest = first?.kind === "date" ? likeliestOrder(first.free) : "ymd";
  const possible = [...votes].filter(([, count]) => count >= most * 0.98).map(([order]) => order);
  return possible.sort((a, b) => Number(b === likeliest) - Number(a === likeliest));
}

function judgeOrder(candidates: readonly TimeCandidate[], order: DateOrder, context: LineContext) {
  const days = new DayCounter(context.reference, context.timezone, 0);
  const times = candidates.map(({ read }) => {
    if (read.kind === "epoch") return read.time;
    if (read.kind === "clock") return days.timeOf(read.clock);
    return read.free.date.orders.includes(order) ? resolveTime(read.free, order, context) : undefined;
  });
  const known = times.filter((time): time is Micros => time !== undefined);
  // Clocks without dates belong to the last day, however many midnights they pass.
  const newest = context.reference + (1 + days.midnights) * microsPerDay;
  const plausible = known.filter((time) => time >= earliest && time <= newest).length;
  let rising = 0;
  let falling = 0;
  let previous = known[0];
  for (const time of known.slice(1)) {
    if (time >= previous! - slackMicros) rising++;
    if (time <= previous! + slackMicros) falling++;
    previous = time;
  }
  const pairs = Math.max(1, known.length - 1);
  const ordered = known.length < 2 ? 1 : Math.max(rising, falling) / pairs;
  const latest = known.reduce((left, right) => Math.max(left, right), 0);
  const span = latest - known.reduce((left, right) => Math.min(left, right), Number.POSITIVE_INFINITY);
  return { times, plausible, ordered, span, latest, distinct: new Set(known).size };
}

/** No log that is kept is older. */
const earliest: Micros = Date.UTC(1985, 0) * 1000;
/** Threads overtake each other when they write. */
const slackMicros = 2_000_000;

function scoreOf({ plausible, ordered }: { plausible: number; ordered: number }): number {
  return Math.round(plausible * ordered * 1000);
}
