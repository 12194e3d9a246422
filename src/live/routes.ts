import { route } from "../http/route.ts";
import type { LiveUpdates } from "./live-updates.ts";

export function liveRoutes(live: LiveUpdates) {
  return [
    route({
      method: "GET",
      path: "/ws/live-updates",
      who: "user",
      opensSocket: true,
      tag: "live-updates",
      summary: "Watch queries, widgets and dashboards over a WebSocket",
      description: "See Live updates above for what is said over it.",
      moreErrors: [426, 429, 503],
      answer: {
        status: 101,
        schema: "none",
        description: "The connection goes on as a WebSocket; see Live updates above.",
      },
      handle: ({ principal, recheck, upgrade }) => upgrade(live.accept(principal!, recheck)),
    }),
  ];
}
