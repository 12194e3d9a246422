import type { TimeRange } from "../../query/time/time-range.ts";
import type { Client } from "../http-client.ts";
import { runQuery } from "./run-query.ts";

/**
 * From the first event that matches to the last, because a range from 1970 on has more steps than allowed. If none
 * matches, the range of all events; if there are none, the last hour.
 */
export async function findWholeRange(
  client: Client,
  q: string,
  timezone: string,
  signal: AbortSignal,
): Promise<TimeRange> {
  const edge = async (sort: "first_occurrence" | "-last_occurrence") => {
    const time_range = { ts_from: 1, ts_to: Math.ceil(Date.now() / 1000) + aheadSeconds, timezone };
    const params = { sort, page_size: 1, time_range, ...(q === "" ? {} : { q }) };
    const record = await runQuery(client, { type: "Search", params }, signal, () => {});
    const events = record.results?.events as
      | { objects: { first_occurrence: number; last_occurrence: number }[] }
      | undefined;
    return events?.objects[0];
  };
  const first = await edge("first_occurrence");
  // Over all events the service can say why nothing matches.
  if (first === undefined && q !== "") return findWholeRange(client, "", timezone, signal);
  const last = first && (await edge("-last_occurrence"));
  if (first === undefined || last === undefined) return { preset: "last_1_hours", timezone };
  return { ts_from: Math.floor(first.first_occurrence), ts_to: Math.floor(last.last_occurrence) + 1, timezone };
}

/** The service stores no event further ahead than a day. */
const aheadSeconds = 2 * 86_400;
