import type { Client } from "../http-client.ts";
import type { Question } from "./question-body.ts";
import { runQuery } from "./run-query.ts";

/**
 * Occurrences in the range of a ranking that do not have its field, and so are not in it: `results` are those of the
 * ranking, complete or not.
 */
export async function countWithout(
  client: Client,
  { q, params, timezone }: Question,
  results: Record<string, unknown>,
): Promise<number> {
  const { ts_from, ts_to } = (results.totals ?? {}) as { ts_from?: number; ts_to?: number };
  if (ts_from === undefined) return 0;
  const filter = [{ field: params.field, op: "ne", value: "*" }];
  const asked = { functions: ["count"], filter, time_range: { ts_from, ts_to, timezone }, ...(q !== "" && { q }) };
  const { signal } = new AbortController();
  const record = await runQuery(client, { type: "Stats", params: asked }, signal, () => undefined);
  const { values = [] } = (record.results?.totals ?? {}) as { values?: { count: number }[] };
  return values[0]?.count ?? 0;
}
