import { route } from "../../http/route.ts";
import { system, systemQuery } from "./schema.ts";
import type { SystemService } from "./service.ts";

export function systemRoutes(systemService: SystemService) {
  return [
    route({
      method: "GET",
      path: "/api/system",
      who: "user",
      permission: "view_system",
      tag: "system",
      summary: "Read how the service is: storage, losses, arrivals, memory, threads",
      description:
        "What was lost and why, by cause and by sender; how much is kept and for how long; what the threads do.",
      query: systemQuery,
      answer: { status: 200, schema: system },
      handle: ({ query }) => systemService.read(query),
    }),
  ];
}
