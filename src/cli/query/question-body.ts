import type { Client } from "../http-client.ts";
import type { QueryOptions } from "./options.ts";
import { findWholeRange } from "./time-range.ts";

/** The question as the service takes it. */
export async function questionBody(
  client: Client,
  { type, q, params, timezone, timeRange }: QueryOptions,
  signal: AbortSignal,
): Promise<{ type: string; params: Record<string, unknown> }> {
  const { step, ...own } = params;
  const asked = q === "" ? {} : { q };
  if (type === "Around" && timeRange === undefined) return { type, params: { ...own, ...asked } };
  const range = timeRange ?? (await findWholeRange(client, q, timezone, signal));
  if (step !== undefined) range.step = step as number;
  return { type, params: { ...own, time_range: range, ...asked } };
}
