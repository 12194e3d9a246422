import { coldFactor, longRangeDays, manyValues, slowWidgetMs, tellingBytesMin } from "./limits.ts";

/** Measurements of a widget's question. */
export interface WidgetFacts {
  /** Length of its time range; 0: it has none. */
  rangeSeconds: number;
  /** The conditions of its filter. */
  conditions: readonly { field: string; op: string }[];
  /** The field it ranks, if any. */
  field: string | undefined;
  /** Different values of it, in the part of the store with the most. */
  valueCount: number;
  rowsRead: number;
  bytesRead: number;
  /** Median. */
  warmMs: number;
  coldMs: number;
}

/** Reason, in words, why a widget is slow; null: it is not slow. */
export function reasonOfWidget(facts: WidgetFacts): string | null {
  const { warmMs, coldMs, bytesRead } = facts;
  if (warmMs < slowWidgetMs && coldMs < slowWidgetMs) return null;
  const reasons = [...filterReasons(facts), ...rangeReasons(facts), ...valueReasons(facts)];
  if (coldMs > warmMs * coldFactor) reasons.push(coldReason(Math.round(coldMs / warmMs), bytesRead));
  return reasons.length > 0 ? reasons.join(" ") : `It looks at ${count(facts.rowsRead)} events.`;
}

function coldReason(factor: number, bytesRead: number): string {
  if (bytesRead < tellingBytesMin)
    return `Cold it takes ${factor} times as long: what its columns hold is worked out first.`;
  return `Cold it takes ${factor} times as long: ${megabytes(bytesRead)} MB come from the disk.`;
}

function filterReasons({ conditions, rowsRead }: WidgetFacts): string[] {
  return conditions.flatMap(({ field, op }) => {
    const isPattern = op === "=~" || op === "!~";
    if (field === "message" && isPattern)
      return [`Every message text is read: a regular expression (${op}) on the message cannot be looked up by words.`];
    if (field === "message" && op === "ne")
      return ["Every message text is read: what a message must not be cannot be looked up by words."];
    if (isPattern) return [`The filter tries a regular expression on every different value of "${field}".`];
    if (rowsRead > 0 && !baseFields.has(field))
      return [`The filter reads "${field}" of all ${count(rowsRead)} events: there is no index for it.`];
    return [];
  });
}

function rangeReasons({ rangeSeconds, rowsRead }: WidgetFacts): string[] {
  const days = rangeSeconds / 86_400;
  if (days < longRangeDays) return [];
  return [
    `It covers ${Math.round(days * 10) / 10} days with ${count(rowsRead)} events; a shorter time range reads less.`,
  ];
}

function valueReasons({ field, valueCount }: WidgetFacts): string[] {
  if (field === undefined || valueCount < manyValues) return [];
  return [`"${field}" has many different values, ${count(valueCount)} or more, and each is counted.`];
}

/** Has few values or is looked up by words. */
const baseFields: ReadonlySet<string> = new Set([
  ...["host", "program", "message", "severity", "facility", "type", "status", "id", "counter"],
  ...["severity_name", "facility_name", "status_name"],
]);

function count(value: number): string {
  return value.toLocaleString("en");
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
