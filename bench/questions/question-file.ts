import { readFileSync } from "node:fs";
import * as z from "zod";
import type { BenchQuestion } from "./questions.ts";

/**
 * The lines of a file of questions: `{"name", "type", "params"}` as `POST /api/query` takes it, and optionally `"sql":
 * {"duckdb", "clickhouse"}` over the table `events`, or `bench.events`. Lines of one name are variants of one question.
 * Throws with the first invalid line.
 */
export function readQuestions(path: string): BenchQuestion[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const { data, error } = shape.safeParse(parsed(line));
    if (data === undefined) throw new Error(`${path}, line ${index + 1}: ${z.prettifyError(error)}`);
    const { name, type, params, sql } = data;
    return [{ name, body: { type, params }, sql: sql as BenchQuestion["sql"] }];
  });
}

const shape = z.object({
  name: z.string(),
  type: z.string(),
  params: z.record(z.string(), z.unknown()),
  sql: z.object({ duckdb: z.string().optional(), clickhouse: z.string().optional() }).default({}),
});

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
