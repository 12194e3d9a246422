import * as z from "zod";
import { route } from "../../http/route.ts";
import { AppError } from "../../lib/errors.ts";

export interface Health {
  version: string;
  /** Owners of data that is inside and has to be credited. */
  attributions: readonly { name: string; license: string; url: string }[];
  /** The reason, in words, why the service takes no events right now; undefined when it does. */
  notReadyBecause(): string | undefined;
}

export function healthRoutes({ version, attributions, notReadyBecause }: Health) {
  return [
    route({
      method: "GET",
      path: "/healthz",
      who: "anyone",
      tag: "health",
      summary: "The process answers",
      description: "For supervisors that restart a service that does not answer. It does not touch the store.",
      answer: { status: 200, schema: statusSchema },
      handle: () => ({ status: "ok" }),
    }),
    route({
      method: "GET",
      path: "/readyz",
      who: "anyone",
      tag: "health",
      summary: "The service takes events; 503 with the reason when it does not",
      description: "For load balancers: not ready while it starts or stops, or while the disk is full.",
      answer: { status: 200, schema: statusSchema },
      moreErrors: [503],
      handle: () => answerReadiness(notReadyBecause()),
    }),
    route({
      method: "GET",
      path: "/api/version",
      who: "anyone",
      tag: "health",
      summary: "Which version this is",
      description: "With those whose data is inside.",
      answer: { status: 200, schema: versionSchema },
      handle: () => ({ name: "vigie", version, attributions }),
    }),
  ];
}

const statusSchema = z.object({ status: z.literal("ok") }).meta({ id: "Status" });
const versionSchema = z
  .object({
    name: z.string(),
    version: z.string(),
    attributions: z
      .array(z.object({ name: z.string(), license: z.string(), url: z.string() }))
      .describe("Owners of data that is inside."),
  })
  .meta({ id: "Version" });

function answerReadiness(reason: string | undefined): { status: "ok" } {
  if (reason === undefined) return { status: "ok" };
  throw new AppError("unavailable", reason, { headers: { "Retry-After": "1" } });
}
