import type { Call } from "../../http/route.ts";
import { route } from "../../http/route.ts";
import { type TailQuery, tailQuery } from "./schema.ts";
import type { Tails } from "./tails.ts";

export function tailRoutes(tails: Tails) {
  return [
    route({
      method: "GET",
      path: "/api/tail",
      who: "user",
      permission: "search_events",
      tag: "live-updates",
      summary: "Follow events as they are stored (server-sent events)",
      description: "See Live tail above for its messages. `q` or `filter` says which events.",
      example: { query: { q: "host:web*" } },
      query: tailQuery,
      moreErrors: [429, 503],
      answer: {
        status: 200,
        schema: "file",
        mediaType: "text/event-stream",
        description: "Goes on until one side ends it; see Live tail above.",
      },
      handle: (call) => follow(tails, call),
    }),
  ];
}

function follow(tails: Tails, { principal, query, request, recheck, hold }: Call<unknown, TailQuery>): Response {
  const headers = { "Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no" };
  if (request.method === "HEAD") return new Response(null, { headers });
  const { filter = [], q, after = lastEventId(request) } = query;
  return new Response(tails.open(principal!, { filter, q, after }, { recheck, hold }), { headers });
}

/** Position of a reconnecting event source. */
function lastEventId(request: Request): number | undefined {
  const id = request.headers.get("last-event-id") ?? "";
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
