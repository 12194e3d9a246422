import type { Call } from "../../http/route.ts";
import type { BodyFormat, Receipt } from "../../ingest/intake.ts";
import type { ReceiveBody } from "../../ingest/receive/receive-body.ts";
import { type Accepted, type RawQuery, rawQuery } from "./schema.ts";

export interface IncomingService {
  /** `lines`: how lines of text are read. */
  take(call: Call, format: BodyFormat, defaultTags?: string[], lines?: RawQuery): Promise<Accepted>;
}

export function createIncomingService(receive: ReceiveBody): IncomingService {
  return {
    take: async (call, format, defaultTags = [], lines = rawQuery.parse({})) => {
      const streams = call.request.headers.get("event-streams") ?? "";
      return answerOf(await receive(call, { protocol: "http", format, defaultTags, hints: { ...lines, streams } }));
    },
  };
}

function answerOf(receipt: Receipt): Accepted {
  const { accepted, duplicates, cut, outOfTime, withoutTime, rejected, rejectedCount, notes = [] } = receipt;
  const warnings = [...(withoutTime > 0 ? [withoutTimeWarning(withoutTime)] : []), ...notes];
  return {
    status: "ok",
    accepted,
    rejected,
    ...(rejectedCount > 0 ? { rejected_count: rejectedCount } : {}),
    ...(duplicates > 0 ? { duplicates } : {}),
    ...(cut > 0 ? { cut } : {}),
    ...(outOfTime > 0 ? { out_of_time: outOfTime } : {}),
    ...(withoutTime > 0 ? { without_time: withoutTime } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

function withoutTimeWarning(count: number): string {
  const what = count === 1 ? "In 1 event no time was found" : `In ${count} events no time was found`;
  return `${what}, or none that is understood: stored under the time of arrival. Send "ts", or a time that vigie knows (/api/docs, POST /incoming/raw); "vigie import --dry-run" shows what becomes of lines, and --time-format tells it how to read them; a parser rule can set the time.`;
}
