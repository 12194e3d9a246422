import type { TimeRange } from "../../query/time/time-range.ts";
import type { Client } from "../http-client.ts";
import { stepFor } from "./counted-range.ts";
import { findWholeRange } from "./time-range.ts";

export interface Question {
  type: string;
  /** One line of the query language; "": all events. */
  q: string;
  params: Record<string, unknown>;
  /** Undefined: from the first event to the last; of Around: of all times. */
  timeRange: TimeRange | undefined;
  timezone: string;
}

/** The question as the service takes it. */
export async function questionBody(
  client: Client,
  { type, q, params, timezone, timeRange }: Question,
  signal: AbortSignal,
): Promise<{ type: string; params: Record<string, unknown> }> {
  const { step, ...own } = params;
  const asked = q === "" ? {} : { q };
  if (type === "Around" && timeRange === undefined) return { type, params: { ...own, ...asked } };
  const range = timeRange ?? (await findWholeRange(client, q, timezone, signal));
  const chosen = (step as number | undefined) ?? (timeRange && stepFor(type, timeRange, Date.now() / 1000));
  if (chosen !== undefined) range.step = chosen;
  return { type, params: { ...own, time_range: range, ...asked } };
}
