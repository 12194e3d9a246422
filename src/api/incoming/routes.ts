import * as z from "zod";
import { type Route, route } from "../../http/route.ts";
import { acceptedSchema, deliveryTypes, rawQuery, rawTypes } from "./schema.ts";
import type { IncomingService } from "./service.ts";

export function incomingRoutes(incoming: IncomingService): Route[] {
  const answer = { status: 200, schema: acceptedSchema, description: "The accepted events are on disk." };
  return [
    route({
      method: "POST",
      path: "/incoming",
      who: "shipper",
      delivers: "http",
      tag: "incoming",
      summary: 'Takes events: {"events": [...]}, a JSON list, one object, or one JSON object a line',
      description:
        "The answer comes when the accepted events are on disk. Events that do not fit are named in `rejected`, the others are kept. With an `Idempotency-Key`, or an `event_id` in each event, sending again within ten minutes stores nothing twice. With the header `Event-Streams: true` these have the form `STREAM.FROM-TO`, positions that only rise in a stream, such as bytes of a file: then nothing is stored twice however much later it is sent again.",
      example: {
        body: {
          events: [
            { host: "web-1", program: "shop", severity: 3, message: "payment refused", user_tags: { user: "ann" } },
          ],
        },
      },
      body: "raw",
      rawBody: deliveryTypes,
      moreErrors,
      answer,
      handle: (call) => incoming.take(call, "events"),
    }),
    route({
      method: "POST",
      path: "/incoming/raw",
      who: "shipper",
      delivers: "http",
      tag: "incoming",
      summary: "Takes any JSON or text: lines are recognised as by vigie import, JSON is flattened into tags",
      description:
        "Syslog, access logs, JSON of many programs, CSV with a header and more get their time, host, program and severity as in `vigie import`; `format=text` takes each line as it stands. What was gzipped or packed with zstd is unpacked.",
      example: { body: syslogLine },
      body: "raw",
      rawBody: rawTypes,
      moreErrors,
      answer,
      query: rawQuery,
      handle: (call) => incoming.take(call, "raw", [], call.query),
    }),
    route({
      method: "POST",
      path: "/incoming/raw/{source}",
      who: "shipper",
      delivers: "http",
      tag: "incoming",
      summary: "As /incoming/raw; the events get the user tag `source` unless they have one",
      description: "As above, and what came by this path can be found under `source:NAME`.",
      example: { path: { source: "shop" }, body: syslogLine },
      parameters: z.object({ source: z.string().describe("Source of the lines.") }),
      body: "raw",
      rawBody: rawTypes,
      moreErrors,
      answer,
      query: rawQuery,
      handle: (call) => incoming.take(call, "raw", ["source", call.path.source], call.query),
    }),
  ];
}

const syslogLine = "Nov 21 09:00:00 web-1 sshd[71]: Failed password for root from 192.0.2.9 port 5000 ssh2";

/** Too much at a time; the disk is full. */
const moreErrors = [429, 503] as const;
