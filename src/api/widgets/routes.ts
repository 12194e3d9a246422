import { widgetBody, widgetPatch, widgetSchema } from "../../board/widget-schema.ts";
import { route } from "../../http/route.ts";
import { readQuery, widgetAnswer, widgetInPath, widgetList, widgetQuery } from "./schema.ts";
import type { WidgetService } from "./service.ts";

/** Widgets are made on a dashboard, so there is no POST here. */
export function widgetRoutes(widgets: WidgetService) {
  return [
    route({
      method: "GET",
      path: "/api/widgets",
      who: "user",
      tag: "widgets",
      summary: "List own widgets; all with manage_widgets and show_all",
      description: "A widget lies on one dashboard or several.",
      query: widgetQuery,
      answer: { status: 200, schema: widgetList },
      handle: ({ principal, query }) => widgets.list(principal!, query),
    }),
    route({
      method: "GET",
      path: "/api/widgets/{id}",
      who: "user",
      tag: "widgets",
      summary: "Read a widget, or export it",
      description: "With `export` only what can be taken to another service.",
      parameters: widgetInPath,
      query: readQuery,
      answer: { status: 200, schema: widgetAnswer },
      handle: ({ principal, path, query }) => widgets.get(principal!, path.id, query.export === true),
    }),
    route({
      method: "PUT",
      path: "/api/widgets/{id}",
      who: "user",
      tag: "widgets",
      summary: "Replace a widget; its type stays",
      description: "Another type is refused: it would be another widget.",
      example: { body: { title: "Busiest hosts", type: "TopN", config: { field: "host", limit: 10 } } },
      parameters: widgetInPath,
      body: widgetBody,
      answer: { status: 200, schema: widgetSchema },
      handle: ({ principal, path, body }) => widgets.replace(principal!, path.id, body),
    }),
    route({
      method: "PATCH",
      path: "/api/widgets/{id}",
      who: "user",
      tag: "widgets",
      summary: "Change parts of a widget; a config is replaced whole",
      description: "On every dashboard on which it lies.",
      example: { body: { title: "Hosts" } },
      parameters: widgetInPath,
      body: widgetPatch,
      answer: { status: 200, schema: widgetSchema },
      handle: ({ principal, path, body }) => widgets.update(principal!, path.id, body),
    }),
    route({
      method: "DELETE",
      path: "/api/widgets/{id}",
      who: "user",
      tag: "widgets",
      summary: "Delete a widget from all dashboards",
      description: "For its owner, and who manages widgets.",
      parameters: widgetInPath,
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => widgets.remove(principal!, path.id),
    }),
  ];
}
