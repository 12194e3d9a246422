import * as z from "zod";
import { wordedError } from "../../../http/dialect.ts";
import { type Call, type Route, route } from "../../../http/route.ts";
import type { ReceiveBody } from "../../../ingest/receive/receive-body.ts";
import { AppError } from "../../../lib/errors.ts";
import { splunkDialect } from "./dialect.ts";
import { acks, answered, collectorEvent, parameters } from "./schema.ts";
import { createSplunkService } from "./service.ts";

/** Splunk's HTTP Event Collector. */
export function splunkRoutes(receive: ReceiveBody, notReadyBecause: () => string | undefined): Route[] {
  const collector = createSplunkService(receive);
  const post = {
    method: "POST",
    who: "shipper",
    tag: "splunk",
    dialect: splunkDialect,
    moreErrors: [413, 415, 503],
    answer: { status: 200, schema: answered, description: "The events are on disk." },
  } as const;
  const events = {
    ...post,
    delivers: "splunk",
    summary: "Takes events of Splunk's HTTP Event Collector: JSON objects one behind the other",
    description:
      "`host` and `time` are those of the event, `source` and `sourcetype` user tags, as are `fields` and the members of an event that is an object.",
    example: { body: { time: 1795251600, host: "web-1", sourcetype: "shop", event: "payment refused" } },
    body: "raw",
    rawBody: { "application/json": collectorEvent },
    query: parameters,
    handle: collector.takeEvents,
  } as const;
  const raw = {
    ...post,
    delivers: "splunk",
    summary: "Takes text: each line is an event",
    description: "Lines are recognised as by /incoming/raw. The parameters say what the lines do not.",
    example: { body: "Nov 21 09:00:00 web-1 shop[71]: payment refused", query: { host: "web-1" } },
    body: "raw",
    rawBody: { "text/plain": z.string() },
    query: parameters,
    handle: collector.takeRaw,
  } as const;
  const acknowledged = {
    ...post,
    summary: "Says of events that were answered that they are on disk, as they were by then",
    description: "For clients that wait for it: whatever was answered with 200 was on disk already.",
    example: { body: { acks: [0, 1] } },
    body: acks,
    answer: { status: 200, schema: z.object({ acks: z.record(z.string(), z.boolean()) }) },
    handle: ({ body }: Call<unknown, unknown, z.output<typeof acks>>) => ({
      acks: Object.fromEntries(body.acks.map((id) => [String(id), true])),
    }),
  } as const;
  const health = {
    method: "GET",
    who: "anyone",
    tag: "splunk",
    isHandshake: true,
    dialect: splunkDialect,
    summary: "Asked by clients of the HTTP Event Collector before they send",
    answer: { status: 200, schema: "file" },
    handle: () => answerHealth(notReadyBecause()),
  } as const;
  return [
    route({ ...events, path: "/services/collector" }),
    route({ ...events, path: "/services/collector/event" }),
    route({ ...events, path: "/services/collector/event/1.0", isHandshake: true }),
    route({ ...raw, path: "/services/collector/raw" }),
    route({ ...raw, path: "/services/collector/raw/1.0", isHandshake: true }),
    route({ ...acknowledged, path: "/services/collector/ack" }),
    route({ ...acknowledged, path: "/services/collector/ack/1.0", isHandshake: true }),
    route({ ...health, path: "/services/collector/health" }),
    route({ ...health, path: "/services/collector/health/1.0" }),
  ];
}

function answerHealth(reason: string | undefined): Response {
  if (reason === undefined) return Response.json({ text: "HEC is healthy", code: 17 });
  return wordedError(new AppError("unavailable", reason), { text: "HEC is unhealthy, queues are full", code: 18 });
}
