import { resolveTime } from "../../../time-text/free-time.ts";
import { aroundTime } from "../find-time.ts";
import type { LineContext, LineFields } from "../line-fields.ts";
import { readAround } from "../timed-line.ts";
import type { ColumnRole, TimeLayout } from "./layout.ts";
import { levelOf, wordsOf } from "./learn-columns.ts";
import { findTimeCandidates, type TimeCandidate } from "./time-candidates.ts";

/** A line whose time stands where the layout says; undefined: it has none there. */
export function readPlaced(line: string, layout: TimeLayout, context: LineContext): LineFields | undefined {
  const found = findTimeCandidates(line, context).find(
    ({ shape, ordinal }) => shape === layout.shape && ordinal === layout.ordinal,
  );
  const time = found && timeOf(found, layout, context);
  if (found === undefined || time === undefined) return undefined;
  const place = aroundTime(line, { time, start: found.start, end: found.end });
  // The name in `when=2026.11.20` belongs to the time.
  const words = wordsOf(line.slice(0, place.start).replace(/(?:^|\s)[\w.@-]{1,64}=$/, ""));
  const isOther = (_: string, index: number) => (layout.columns[index] ?? "other") === "other";
  const fields = readAround(line, place, words.filter(isOther).join(" "));
  for (const [index, role] of layout.columns.entries()) setColumn(fields, role, words[index] ?? "");
  return fields;
}

function timeOf({ read }: TimeCandidate, { order, days }: TimeLayout, context: LineContext): number | undefined {
  if (read.kind === "epoch") return read.time;
  if (read.kind === "clock") return days?.timeOf(read.clock);
  const { orders } = read.free.date;
  return resolveTime(read.free, orders.includes(order) ? order : orders[0]!, context);
}

function setColumn(fields: LineFields, role: ColumnRole, word: string): void {
  if (role === "host") fields.host ??= word;
  else if (role === "sequence") fields.extra = { ...fields.extra, sequence: word };
  else if (role === "severity") {
    const severity = levelOf(word);
    if (severity !== undefined) fields.severity = severity;
  }
}
