import * as z from "zod";
import { type Dialect, wordedError } from "../../../http/dialect.ts";
import { type Call, type Route, route } from "../../../http/route.ts";
import type { ReceiveBody } from "../../../ingest/receive/receive-body.ts";
import { AppError } from "../../../lib/errors.ts";

export function seqRoutes(receive: ReceiveBody): Route[] {
  const events = {
    method: "POST",
    who: "shipper",
    delivers: "seq",
    tag: "seq",
    summary: "Takes events as Seq does: in the compact format (CLEF), one object a line, or as a list under Events",
    description: "The template is filled in; its properties become user tags.",
    example: {
      body: '{"@t":"2026-11-21T09:00:00Z","@l":"Error","@mt":"Payment of {User} refused","User":"ann","Application":"shop"}',
    },
    dialect: seqDialect,
    body: "raw",
    rawBody: { "application/vnd.serilog.clef": z.string().describe("An event on each line."), "application/json": raw },
    moreErrors: [413, 415, 429, 503],
    answer: {
      ...{ status: 201, description: "The events are on disk." },
      schema: z.object({ MinimumLevelAccepted: z.null() }).meta({ id: "SeqAnswer" }),
    },
    handle: async (call: Call) => {
      const { rejected, rejectedCount } = await receive(call, { protocol: "seq", format: "seq" });
      const [first] = rejected;
      if (first === undefined) return { MinimumLevelAccepted: null };
      throw new AppError(
        "invalid",
        `${rejectedCount} events were not taken. The first, number ${first.index}: ${first.error}`,
      );
    },
  } as const;
  return [route({ ...events, path: "/ingest/clef" }), route({ ...events, path: "/api/events/raw", isHandshake: true })];
}

const seqDialect: Dialect = {
  tokenHeaders: ["x-seq-apikey"],
  tokenParameters: ["apiKey"],
  errorResponse: (error) => wordedError(error, { Error: error.message }),
};

const raw = z
  .looseObject({})
  .describe('An event with @t, @mt, @l …, or {"Events": [{"Timestamp", "Level", "MessageTemplate", "Properties"}]}.')
  .meta({ id: "SeqEvents" });
