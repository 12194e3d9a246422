import * as z from "zod";
import { type Call, type Route, route } from "../../../http/route.ts";
import { encodeResponse } from "../../../ingest/protocols/otlp/encode-response.ts";
import { mediaTypeOf, type ReceiveBody } from "../../../ingest/receive/receive-body.ts";
import { AppError } from "../../../lib/errors.ts";
import { isProtobuf, otlpDialect, protobufType } from "./dialect.ts";

export function otlpRoutes(receive: ReceiveBody): Route[] {
  const logs = {
    method: "POST",
    who: "shipper",
    delivers: "otlp",
    tag: "otlp",
    summary: "Takes log records of OpenTelemetry: an ExportLogsServiceRequest as JSON or protobuf",
    description:
      "Attributes of resource, scope and record become user tags; `service.name` is the program, `host.name` the host.",
    example: { body: oneRecord },
    dialect: otlpDialect,
    body: "raw",
    rawBody: { "application/json": exportRequest, [protobufType]: z.string().describe("ExportLogsServiceRequest.") },
    moreErrors: [413, 415, 429, 503],
    answer: { status: 200, schema: exportResponse, description: "All records but the rejected ones are on disk." },
    handle: (call: Call) => takeLogs(call, receive),
  } as const;
  // Collectors that are set up for Loki send there.
  return [route({ ...logs, path: "/v1/logs" }), route({ ...logs, path: "/otlp/v1/logs", isHandshake: true })];
}

async function takeLogs(call: Call, receive: ReceiveBody): Promise<unknown> {
  requireType(mediaTypeOf(call.request));
  const { rejectedCount, rejected } = await receive(call, { protocol: "otlp", format: "otlp" });
  const errorMessage = rejected[0]?.error ?? "";
  if (isProtobuf(call.request))
    return new Response(encodeResponse(rejectedCount, errorMessage), { headers: { "Content-Type": protobufType } });
  return rejectedCount === 0 ? {} : { partialSuccess: { rejectedLogRecords: String(rejectedCount), errorMessage } };
}

function requireType(mediaType: string): void {
  if (mediaType === "application/json" || mediaType === protobufType) return;
  throw new AppError("unsupported_media_type", `Expected ${protobufType} or application/json, got "${mediaType}".`);
}

const oneRecord = {
  resourceLogs: [
    {
      resource: { attributes: [{ key: "service.name", value: { stringValue: "shop" } }] },
      scopeLogs: [
        {
          logRecords: [
            {
              timeUnixNano: "1795251600000000000",
              severityNumber: 17,
              body: { stringValue: "payment refused" },
            },
          ],
        },
      ],
    },
  ],
};

const exportRequest = z
  .object({ resourceLogs: z.array(z.looseObject({})) })
  .describe("As OpenTelemetry defines it. Attributes become user tags.")
  .meta({ id: "OtlpLogs" });

const exportResponse = z
  .object({
    partialSuccess: z
      .object({ rejectedLogRecords: z.string().describe("Their number, in digits."), errorMessage: z.string() })
      .optional()
      .describe("Present if some records were refused."),
  })
  .meta({ id: "OtlpAnswer" });
