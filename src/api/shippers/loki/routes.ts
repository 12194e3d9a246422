import * as z from "zod";
import { type Dialect, wordedError } from "../../../http/dialect.ts";
import { type Route, route } from "../../../http/route.ts";
import { mediaTypeOf, type ReceiveBody } from "../../../ingest/receive/receive-body.ts";
import { AppError } from "../../../lib/errors.ts";

export function lokiRoutes(receive: ReceiveBody, notReadyBecause: () => string | undefined): Route[] {
  return [
    route({
      method: "POST",
      path: "/loki/api/v1/push",
      who: "shipper",
      delivers: "loki",
      tag: "loki",
      summary: "Takes streams as Loki does: JSON, or protobuf in snappy",
      example: {
        body: { streams: [{ stream: { job: "shop" }, values: [["1795251600000000000", "payment refused"]] }] },
      },
      description: "Labels and structured metadata become user tags; `service_name`, `job` or `app` the program.",
      dialect: lokiDialect,
      body: "raw",
      rawBody: { "application/json": push, "application/x-protobuf": z.string().describe("A PushRequest in snappy.") },
      moreErrors: [413, 415, 429, 503],
      answer: { status: 204, schema: "none", description: "All entries are on disk." },
      handle: async (call) => {
        const { rejected, rejectedCount } = await receive(call, {
          ...{ protocol: "loki", format: "loki", ...formOf(call.request) },
        });
        if (rejectedCount === 0) return;
        throw new AppError("invalid", `${rejectedCount} entries were not taken. The first: ${rejected[0]?.error}`);
      },
    }),
    route({
      method: "GET",
      path: "/ready",
      who: "anyone",
      tag: "loki",
      summary: "Asked by clients of Loki before they send",
      isHandshake: true,
      dialect: lokiDialect,
      answer: { status: 200, schema: "file" },
      handle: () => {
        const reason = notReadyBecause();
        if (reason !== undefined) throw new AppError("unavailable", reason);
        return new Response("ready\n", { headers: { "Content-Type": "text/plain; charset=utf-8" } });
      },
    }),
  ];
}

/** A client that does not declare JSON sends protobuf compressed with snappy, which no header has to declare. */
function formOf(request: Request): { mediaType: string; contentEncoding?: string } {
  const mediaType = mediaTypeOf(request);
  return mediaType === "application/json" ? { mediaType } : { mediaType, contentEncoding: "snappy" };
}

const lokiDialect: Dialect = {
  errorResponse: (error) => wordedError(error, `${error.message}\n`),
};

const push = z
  .object({
    streams: z.array(
      z.object({
        stream: z.record(z.string(), z.string()).describe("Labels, which become user tags."),
        values: z
          .array(z.array(z.unknown()).min(2).max(3))
          .describe("Nanoseconds as text, the line, and its structured metadata where there is any."),
      }),
    ),
  })
  .meta({ id: "LokiPush" });
