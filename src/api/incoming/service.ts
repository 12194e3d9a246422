import type { Call } from "../../http/route.ts";
import type { BodyFormat, Receipt } from "../../ingest/intake.ts";
import type { ReceiveBody } from "../../ingest/receive/receive-body.ts";
import type { Accepted } from "./schema.ts";

export interface IncomingService {
  take(call: Call, format: BodyFormat, defaultTags?: string[]): Promise<Accepted>;
}

export function createIncomingService(receive: ReceiveBody): IncomingService {
  return {
    take: async (call, format, defaultTags = []) =>
      answerOf(await receive(call, { protocol: "http", format, defaultTags })),
  };
}

function answerOf({ accepted, duplicates, cut, outOfTime, rejected, rejectedCount }: Receipt): Accepted {
  return {
    status: "ok",
    accepted,
    rejected,
    ...(rejectedCount > 0 ? { rejected_count: rejectedCount } : {}),
    ...(duplicates > 0 ? { duplicates } : {}),
    ...(cut > 0 ? { cut } : {}),
    ...(outOfTime > 0 ? { out_of_time: outOfTime } : {}),
  };
}
