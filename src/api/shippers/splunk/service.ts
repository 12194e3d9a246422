import type * as z from "zod";
import type { Call } from "../../../http/route.ts";
import type { Receipt } from "../../../ingest/intake.ts";
import { splunkFaults } from "../../../ingest/protocols/splunk-faults.ts";
import type { ReceiveBody } from "../../../ingest/receive/receive-body.ts";
import { AppError } from "../../../lib/errors.ts";
import type { answered, Parameters } from "./schema.ts";

type CollectorCall = Call<unknown, Parameters>;

export function createSplunkService(receive: ReceiveBody) {
  let lastAck = 0;

  function answerOf({ rejected }: Receipt, { request, query }: CollectorCall): z.output<typeof answered> | Response {
    const [first] = rejected;
    if (first !== undefined) return faultOf(first);
    const hasChannel = query.channel !== undefined || request.headers.has("x-splunk-request-channel");
    return { text: "Success", code: 0, ...(hasChannel ? { ackId: lastAck++ } : {}) };
  }

  return {
    async takeEvents(call: CollectorCall) {
      const { host } = call.query;
      const receipt = await receive(call, {
        ...{ protocol: "splunk", format: "splunk", host, defaultTags: tagsOf(call.query) },
      });
      return answerOf(receipt, call);
    },
    async takeRaw(call: CollectorCall) {
      const { host } = call.query;
      const kind = { protocol: "splunk", format: "raw", host, defaultTags: tagsOf(call.query) } as const;
      const receipt = await receive(call, kind).catch((error: unknown) => {
        if (error instanceof AppError && error.message === "The body is empty.")
          throw new AppError("invalid", "No data");
        throw error;
      });
      return answerOf(receipt, call);
    },
  };
}

function tagsOf({ source, sourcetype, index }: Parameters): string[] {
  return Object.entries({ source, sourcetype, index }).flatMap(([name, value]) => (value ? [name, value] : []));
}

/** The other events of the request are stored: clients do not send them again after 400. */
function faultOf({ index, error }: Receipt["rejected"][number]): Response {
  const code = faultCodes[error] ?? 6;
  const text = faultCodes[error] === undefined ? splunkFaults.format : error;
  return Response.json({ text, code, "invalid-event-number": index }, { status: 400 });
}

const faultCodes: Readonly<Record<string, number>> = {
  [splunkFaults.format]: 6,
  [splunkFaults.noEvent]: 12,
  [splunkFaults.blankEvent]: 13,
};
