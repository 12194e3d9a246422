import * as z from "zod";
import { configField } from "../../board/config-text.ts";
import { titleField } from "../../board/title.ts";
import { widgetTypeField } from "../../board/widget-type.ts";
import { listParameters, listSchema } from "../../http/pagination.ts";
import { idInPath, integerParameter } from "../../http/parameters.ts";
import { userReference } from "../../http/user-reference.ts";

export const dashboardLink = z
  .object({
    id: z.int(),
    dashboard_id: z.int(),
    title: z.string(),
    owner: userReference.describe("Its maker; it shows what he may see."),
    secret_key: z.string().describe("The whole key once, in the answer of POST; ever after its short form."),
    changed_widgets: z
      .int()
      .describe("Widgets that were added since, or ask something else by now: it leaves them out."),
    is_read_only: z.boolean().describe("Whether this caller may only look at it, or take it back."),
    created_at: z.int(),
    ends_at: z.int(),
    last_used_at: z.int().nullable().describe("Null until it is used; written once a minute."),
  })
  .meta({ id: "DashboardLink" });
export type DashboardLink = z.output<typeof dashboardLink>;
export const dashboardLinkList = listSchema(dashboardLink);

const endsAtField = z.int().describe("When it ends, in epoch seconds; at most 366 days ahead.");

export const newDashboardLink = z
  .object({
    dashboard_id: z.int().min(1),
    title: titleField.default("Link"),
    ends_at: endsAtField.optional(),
  })
  .meta({ id: "DashboardLinkRequest" });
export type NewDashboardLink = z.output<typeof newDashboardLink>;

export const patchedDashboardLink = z
  .object({
    title: titleField,
    ends_at: endsAtField,
    show_changed: z.boolean().describe("True: it shows all widgets of the dashboard as they are now."),
  })
  .partial()
  .meta({ id: "PatchedDashboardLink" });
export type PatchedDashboardLink = z.output<typeof patchedDashboardLink>;

export const dashboardLinkQuery = z.object({
  dashboard: integerParameter(1).describe("Only links to this dashboard; absent: one's own, and those to one's own."),
  ...listParameters(["id", "title", "created_at", "ends_at"]),
});
export type DashboardLinkQuery = z.output<typeof dashboardLinkQuery>;

export const dashboardLinkInPath = z.object({ id: idInPath("The id of the link.") });

const sharedWidget = z.object({
  id: z.int(),
  type: widgetTypeField,
  title: z.string(),
  config: configField.describe("Its look and place, without its question."),
});

export const sharedDashboard = z
  .object({
    title: z.string(),
    refresh: z.int().describe("Seconds after which widgets are to be asked again."),
    ends_at: z.int().describe("When the link ends."),
    left_out: z.int().describe("Widgets that changed after the link was made, and are not shown."),
    widgets: z.array(sharedWidget),
  })
  .meta({ id: "SharedDashboard" });
export type SharedDashboard = z.output<typeof sharedDashboard>;

export const sharedAnswer = z
  .object({
    status: z.enum(["SUCCESS", "FAILURE", "STOPPED"]),
    base_time: z.int(),
    error: z.string().nullable(),
    warnings: z.array(z.unknown()),
    results: z.unknown(),
  })
  .meta({ id: "SharedAnswer" });

export const sharedWidgetInPath = z.object({ id: idInPath("The id of the widget.") });
