import { sharedAnswer, sharedDashboard, sharedWidgetInPath } from "../../api/dashboard-links/schema.ts";
import { readCredential } from "../../http/access/credential.ts";
import { route } from "../../http/route.ts";
import type { SharedDashboards } from "./shared-dashboards.ts";

export function sharedRoutes(shared: SharedDashboards) {
  return [
    route({
      method: "GET",
      path: "/api/shared-dashboard",
      who: "anyone",
      tag: "dashboards",
      summary: "Read the dashboard that a link shows; the link's key stands where a token does",
      description: "Nobody need be logged in: the key of the link stands in `Authorization: Token KEY`.",
      moreErrors: [404],
      answer: { status: 200, schema: sharedDashboard },
      handle: ({ request }) => shared.get(keyOf(request)),
    }),
    route({
      method: "GET",
      path: "/api/shared-dashboard/widgets/{id}",
      who: "anyone",
      tag: "dashboards",
      summary: "Ask what a widget of it asks, over the same time and events",
      description: "With the rights of who made the link.",
      parameters: sharedWidgetInPath,
      moreErrors: [403, 404, 429, 503],
      answer: { status: 200, schema: sharedAnswer },
      handle: async ({ request, path }) =>
        new Response(await shared.answer(keyOf(request), path.id), {
          headers: { "Content-Type": "application/json" },
        }),
    }),
  ];
}

/** Only from the header: a key in a URL would end up in every proxy's log. */
function keyOf({ headers }: Request): string {
  const credential = readCredential(headers, "");
  return credential.kind === "token" ? credential.key : "";
}
