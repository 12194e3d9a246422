import * as z from "zod";
import { type Route, route } from "../../../http/route.ts";
import type { ReceiveBody } from "../../../ingest/receive/receive-body.ts";
import { AppError } from "../../../lib/errors.ts";

export function gelfRoutes(receive: ReceiveBody): Route[] {
  return [
    route({
      method: "POST",
      path: "/gelf",
      who: "shipper",
      delivers: "gelf",
      tag: "incoming",
      summary: "Takes messages of the Graylog Extended Log Format: one, or one a line",
      example: { body: { version: "1.1", host: "web-1", short_message: "payment refused", level: 3, _user: "ann" } },
      description:
        "Additional fields become user tags. Messages compressed with gzip or zlib say so in `Content-Encoding`.",
      body: "raw",
      rawBody: { "application/json": message },
      moreErrors: [413, 415, 429, 503],
      answer: { status: 202, schema: "none", description: "The messages are on disk." },
      handle: async (call) => {
        const { accepted, rejected } = await receive(call, { protocol: "gelf", format: "gelf" });
        const [first] = rejected;
        if (accepted === 0 && first !== undefined) throw new AppError("invalid", first.error);
      },
    }),
  ];
}

const message = z
  .looseObject({
    version: z.string().optional(),
    host: z.string().optional(),
    short_message: z.string().describe("Becomes the message, with full_message behind it unless that repeats it."),
    full_message: z.string().optional(),
    timestamp: z.number().optional().describe("Epoch seconds."),
    level: z.int().optional().describe("0 to 7, as syslog has it."),
  })
  .describe("Fields whose names begin with an underscore become user tags without it.")
  .meta({ id: "GelfMessage" });
