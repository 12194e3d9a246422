import { severityOfLevel } from "../../../eventstore/event/severity-words.ts";
import { addTag } from "../../../time-text/scan.ts";
import { readFullTime } from "../find-time.ts";
import type { LineContext, LineFields } from "../line-fields.ts";
import { severityOfCode } from "../web-servers/access-log.ts";
import { splitRow } from "./split-row.ts";
import type { Table } from "./table.ts";

/** A line of a table whose header is known; undefined: its columns differ. */
export function readRow(line: string, table: Table, context: LineContext): LineFields | undefined {
  const values = withWholeMessage(splitRow(line, table), table);
  if (values.length !== table.columns.length) return undefined;
  const row = new Row(table, values);
  const { timezone = context.timezone } = table;
  const time = readWhole(row.time(), timezone === context.timezone ? context : { ...context, timezone });
  const tags = row.tags();
  const severity = row.severity();
  const host = row.value("host");
  const program = row.value("program") ?? table.program;
  return {
    format: "table",
    ...(time === undefined ? {} : { time }),
    ...(host === undefined ? {} : { host }),
    ...(program === undefined ? {} : { program }),
    ...(severity === undefined ? {} : { severity }),
    message: row.message() || line,
    tags,
    ...row.aside(),
  };
}

/** Programs that write the message last often do not quote separators in it. */
function withWholeMessage(values: string[], { columns, separator }: Table): string[] {
  const last = columns.length - 1;
  if (values.length <= columns.length || columns[last]?.role !== "message" || separator === "blank") return values;
  return [...values.slice(0, last), values.slice(last).join(separator)];
}

/** The time that the whole value is. */
export function readWhole(text: string | undefined, context: LineContext): number | undefined {
  const read = text === undefined ? undefined : readFullTime(text, 0, context);
  return read?.end === text?.length ? read?.time : undefined;
}

class Row {
  readonly #table: Table;
  readonly #values: readonly string[];

  constructor(table: Table, values: readonly string[]) {
    this.#table = table;
    this.#values = values;
  }

  value(role: Table["columns"][number]["role"]): string | undefined {
    return this.#at(this.#table.columns.findIndex((column) => column.role === role));
  }

  tag(name: string): string | undefined {
    return this.#at(this.#table.columns.findIndex((column) => column.role === "tag" && column.name === name));
  }

  time(): string | undefined {
    const [date, clock] = [this.value("date"), this.value("clock")];
    // A column "date" may hold the clock, too.
    return this.value("time") ?? (date !== undefined && clock !== undefined ? `${date} ${clock}` : (date ?? clock));
  }

  /** From a level, else from an HTTP code. */
  severity(): number | undefined {
    const level = this.value("severity");
    if (level !== undefined) return /^[0-7]$/.test(level) ? Number(level) : severityOfLevel(level);
    const code = this.tag("code");
    return code !== undefined && /^[1-5]\d\d$/.test(code) ? severityOfCode(Number(code)) : undefined;
  }

  /** Names of tags are unique, so the first column of a name counts. */
  tags(): string[] {
    const tags: string[] = [];
    const seen = new Set<string>();
    for (const [index, column] of this.#table.columns.entries()) {
      if (column.role !== "tag" || seen.has(column.name)) continue;
      seen.add(column.name);
      const value = this.#at(index);
      addTag(tags, column.name, this.#table.program === "iis" ? value?.replaceAll("+", " ") : value);
    }
    const level = this.value("severity");
    if (level !== undefined && this.severity() === undefined) addTag(tags, "level", level);
    return tags;
  }

  aside(): { extra?: Record<string, unknown> } {
    const pairs = this.#table.columns.flatMap((column, index) =>
      column.role === "aside" && this.#at(index) !== undefined ? [[column.name, this.#at(index)] as const] : [],
    );
    return pairs.length === 0 ? {} : { extra: Object.fromEntries(pairs) };
  }

  /** Replaces a missing message: the row's request, or everything that is neither time nor host. */
  message(): string {
    const said = this.value("message");
    if (said !== undefined) return said;
    const [method, path, query, code, bytes] = ["method", "path", "query_string", "code", "bytes"].map((name) =>
      this.tag(name),
    );
    if (method !== undefined && path !== undefined)
      return [method, query === undefined ? path : `${path}?${query}`, code, bytes].filter(Boolean).join(" ");
    return this.#table.columns
      .flatMap(({ role }, index) => (role === "tag" || role === "severity" ? (this.#at(index) ?? "-") : []))
      .join(" ");
  }

  #at(index: number): string | undefined {
    const value = index < 0 ? "" : this.#values[index]!.trim();
    return value === "" || this.#table.unset.includes(value) ? undefined : value;
  }
}
