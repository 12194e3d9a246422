import { writeCondition, writeField, writeValue } from "../../filter/language/write-condition.ts";
import { type BoardWidget, configOf, type WidgetCondition, type WidgetFilter } from "./board-widget.ts";

/** The one thing of a widget whose events are meant. */
export interface Narrowing {
  field: string;
  value: string;
}

/**
 * The line of the query language that means the events of a widget, besides those of the reader's own line and of one
 * value; undefined when no line can say it.
 */
export function lineOf(widget: Pick<BoardWidget, "config">, q = "", narrowing?: Narrowing): string | undefined {
  const { q: own = "", filter = [] } = configOf(widget);
  const conditions = filter.map(writeFilter);
  if (conditions.includes(undefined)) return undefined;
  const lines = [own, q].map((line) => line.trim()).filter((line) => line !== "");
  const isAlone = lines.length === 1 && conditions.length === 0 && narrowing === undefined;
  // Alternatives next to other conditions need parentheses.
  const whole = (line: string) => (isAlone || !/\||\bOR\b/.test(line) ? line : `(${line})`);
  const parts = [...lines.map(whole), ...conditions];
  if (narrowing !== undefined) parts.push(writeCondition(narrowing.field, narrowing.value));
  return parts.join(" ");
}

const signs: Record<string, string> = { lt: "<", le: "<=", gt: ">", ge: ">=", "=~": "=~", "!~": "!~" };

/** A filter as the line has it; undefined for what a line cannot say. */
function writeFilter(filter: WidgetFilter): string | undefined {
  if ("any" in filter) return writeGroup(filter.any, " | ");
  if ("all" in filter) return writeGroup(filter.all, " ");
  if (!("not" in filter)) return writeOne(filter);
  const inner = writeFilter(filter.not);
  return inner && `-(${inner})`;
}

function writeGroup(filters: readonly WidgetFilter[], between: string): string | undefined {
  const parts = filters.map(writeFilter);
  return parts.length === 0 || parts.includes(undefined) ? undefined : `(${parts.join(between)})`;
}

function writeOne({ field, op = "eq", value, ignore_case = true }: WidgetCondition): string | undefined {
  if (!ignore_case) return undefined;
  if (op === "qp") return field === "message" && typeof value === "string" ? `(${value})` : undefined;
  if (op === "eq" || op === "ne") {
    const values = [value].flat().map((item) => writePattern(String(item)));
    if (values.includes(undefined)) return undefined;
    return `${op === "ne" ? "-" : ""}${writeField(field)}:${values.join(",")}`;
  }
  const sign = signs[op];
  if (sign === undefined || Array.isArray(value)) return undefined;
  if (op === "=~" || op === "!~") return `${writeField(field)}${sign}"${String(value).replaceAll('"', '\\"')}"`;
  return `${writeField(field)}${sign}${value}`;
}

/** A value whose `*` and `?` are wildcards, as they are in a filter. */
function writePattern(value: string): string | undefined {
  if (!/[*?\\]/.test(value)) return writeValue(value);
  return /^[<>]|[\s(),|"\\]/.test(value) ? undefined : value;
}
