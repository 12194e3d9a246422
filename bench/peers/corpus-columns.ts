import { closeSync, openSync, readSync } from "node:fs";

/** A column of a table for other engines: a key of the events of a corpus, or of their `user_tags`. */
export interface CorpusColumn {
  readonly name: string;
  readonly isTag: boolean;
  readonly kind: "time" | "integer" | "number" | "text";
  /** A few texts recur. */
  readonly isRepeated: boolean;
}

/**
 * The columns of a file of events, by its first megabytes, `ts` first. Throws for an event without a number `ts`, by
 * which tables are ordered.
 */
export function columnsOf(path: string): CorpusColumn[] {
  const known = new Map<string, { isTag: boolean; texts: Set<string>; count: number; kinds: Set<string> }>();
  const lines = firstLines(path);
  for (const line of lines) {
    const { user_tags: tags = {}, ...event } = JSON.parse(line) as Record<string, unknown>;
    if (typeof event.ts !== "number") throw new Error(`Expected a number "ts" in each event, got ${line.slice(0, 80)}`);
    for (const [isTag, values] of [[false, event] as const, [true, tags as Record<string, unknown>] as const])
      for (const [name, value] of Object.entries(values)) {
        const column = known.get(name) ?? { isTag, texts: new Set(), count: 0, kinds: new Set() };
        known.set(name, column);
        column.count++;
        column.texts.add(String(value));
        column.kinds.add(typeof value !== "number" ? "text" : Number.isInteger(value) ? "integer" : "number");
      }
  }
  return Array.from(known, ([name, { isTag, texts, count, kinds }]) => ({
    name,
    isTag,
    kind: name === "ts" ? "time" : kinds.has("text") ? "text" : kinds.has("number") ? "number" : "integer",
    isRepeated: texts.size * 4 < count,
  }));
}

function firstLines(path: string): string[] {
  const file = openSync(path, "r");
  const bytes = Buffer.alloc(16 * 1024 * 1024);
  const length = readSync(file, bytes);
  closeSync(file);
  const end = bytes.lastIndexOf(10, length - 1);
  return bytes
    .toString("utf8", 0, end < 0 ? length : end)
    .split("\n")
    .filter((line) => line.trim() !== "");
}
