import * as z from "zod";
import { type Dialect, wordedError } from "../../../http/dialect.ts";
import { statusOf } from "../../../http/on-error.ts";
import { type Call, type Route, route } from "../../../http/route.ts";
import { mediaTypeOf, type ReceiveBody } from "../../../ingest/receive/receive-body.ts";
import { AppError } from "../../../lib/errors.ts";

export function datadogRoutes(receive: ReceiveBody): Route[] {
  const logs = {
    method: "POST",
    who: "shipper",
    delivers: "datadog",
    tag: "datadog",
    summary: "Takes logs as Datadog's intake does: a list of objects, or one",
    description: "`service` is the program, `status` the severity; everything else becomes a user tag.",
    example: {
      body: [{ message: "payment refused", hostname: "web-1", service: "shop", status: "error", ddtags: "env:prod" }],
    },
    dialect: datadogDialect,
    body: "raw",
    rawBody: { "application/json": z.union([z.array(log), log]) },
    query: parameters,
    moreErrors: [413, 415, 429, 503],
    answer: { status: 202, schema: z.object({}), description: "The logs are on disk." },
    handle: (call: Call<unknown, Parameters>) => takeLogs(call, receive),
  } as const;
  return [
    route({ ...logs, path: "/api/v2/logs" }),
    route({ ...logs, path: "/v1/input", isHandshake: true }),
    route({
      method: "GET",
      path: "/api/v1/validate",
      who: "shipper",
      tag: "datadog",
      summary: "Asked by Datadog's clients whether their key is valid",
      isHandshake: true,
      dialect: datadogDialect,
      answer: { status: 200, schema: "file" },
      handle: () => Response.json({ valid: true }),
    }),
  ];
}

async function takeLogs(call: Call<unknown, Parameters>, receive: ReceiveBody): Promise<object> {
  const isText = mediaTypeOf(call.request) === "text/plain";
  const { ddtags = "", ddsource = "", hostname = "", service = "" } = call.query;
  const hints = { ddtags, ddsource, hostname, service };
  const text = { format: "raw", host: hostname, defaultTags: tagsOf(hints) } as const;
  const kind = isText ? text : ({ format: "datadog", hints } as const);
  const { rejected, accepted } = await receive(call, { protocol: "datadog", ...kind });
  const [first] = rejected;
  if (accepted === 0 && first !== undefined) throw new AppError("invalid", first.error);
  return {};
}

/** Tags for bodies that are lines of text. */
function tagsOf({ ddtags, ddsource, service }: Record<string, string>): string[] {
  return Object.entries({ ddtags, ddsource, service }).flatMap(([name, value]) => (value ? [name, value] : []));
}

const datadogDialect: Dialect = {
  tokenHeaders: ["dd-api-key"],
  tokenParameters: ["dd-api-key"],
  errorResponse(error) {
    // Datadog's status for an invalid key; its clients tell it apart from a temporary fault.
    const status = error.code === "unauthorized" ? 403 : statusOf[error.code];
    return wordedError(error, { errors: [{ status: String(status), detail: error.message }] }, status);
  },
};

const text = z.string().optional();
const parameters = z.object({
  ddsource: text.describe("Of logs that say none."),
  ddtags: text.describe("Beside those of each log."),
  hostname: text.describe("Of logs that say none."),
  service: text.describe("Of logs that say none."),
});
type Parameters = z.output<typeof parameters>;

const log = z
  .looseObject({
    message: z.string(),
    ddsource: text,
    ddtags: text.describe('"env:prod,team:web"; each becomes a user tag.'),
    hostname: text,
    service: text.describe("Becomes the program."),
    status: text.describe("Becomes the severity."),
  })
  .meta({ id: "DatadogLog" });
