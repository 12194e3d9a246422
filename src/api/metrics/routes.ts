import { route } from "../../http/route.ts";
import { type Metrics, metricsMediaType } from "./service.ts";

export function metricsRoutes(metrics: Pick<Metrics, "read">) {
  return [
    route({
      method: "GET",
      path: "/metrics",
      who: "user",
      permission: "view_system",
      tag: "system",
      summary: "Numbers about the service, as Prometheus scrapes them",
      description: "In the text format of Prometheus. Sums go on rising over restarts.",
      answer: { status: 200, schema: "file", mediaType: "text/plain" },
      handle: async () =>
        new Response(await metrics.read(), {
          headers: { "Content-Type": metricsMediaType, "Cache-Control": "no-store" },
        }),
    }),
  ];
}
