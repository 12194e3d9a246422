import { route } from "../../http/route.ts";
import {
  dashboardLink,
  dashboardLinkInPath,
  dashboardLinkList,
  dashboardLinkQuery,
  newDashboardLink,
  patchedDashboardLink,
} from "./schema.ts";
import type { DashboardLinkService } from "./service.ts";

export function dashboardLinkRoutes(links: DashboardLinkService) {
  return [
    route({
      ...common,
      method: "GET",
      path: "/api/dashboard-links",
      summary: "List the links under which dashboards are seen without an account",
      description: "One's own, and those to one's own dashboards. Keys stand in their short form.",
      query: dashboardLinkQuery,
      answer: { status: 200, schema: dashboardLinkList },
      handle: ({ principal, query }) => links.list(principal!, query),
    }),
    route({
      ...common,
      method: "POST",
      path: "/api/dashboard-links",
      summary: "Make a link to a dashboard; its whole key is shown in this answer only",
      description:
        "Whoever has the link sees the dashboard with the rights of who made it, until it ends. Widgets that are changed later are left out until it is told to show them.",
      example: { body: { dashboard_id: 1, title: "For the screen in the hall" } },
      body: newDashboardLink,
      moreErrors: [403, 409],
      answer: { status: 201, schema: dashboardLink },
      handle: ({ principal, body }) => links.create(principal!, body),
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/dashboard-links/{id}",
      summary: "Read a link",
      description: "`changed_widgets` counts what it leaves out.",
      answer: { status: 200, schema: dashboardLink },
      handle: ({ principal, path }) => links.get(principal!, path.id),
    }),
    route({
      ...common,
      ...one,
      method: "PATCH",
      path: "/api/dashboard-links/{id}",
      summary: "Change the title or the end of a link, or let it show widgets that have changed",
      description: "`show_changed` true lets it show all widgets as they are now.",
      example: { body: { show_changed: true } },
      body: patchedDashboardLink,
      moreErrors: [403],
      answer: { status: 200, schema: dashboardLink },
      handle: ({ principal, path, body }) => links.update(principal!, path.id, body),
    }),
    route({
      ...common,
      ...one,
      method: "DELETE",
      path: "/api/dashboard-links/{id}",
      summary: "Take a link back; it opens nothing from the next request on",
      description: "Its maker may, and the owner of the dashboard.",
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => links.remove(principal!, path.id),
    }),
  ];
}

const common = { who: "user", tag: "dashboards" } as const;
const one = { parameters: dashboardLinkInPath };
