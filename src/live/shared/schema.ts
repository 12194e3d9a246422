import * as z from "zod";
import { configField } from "../../board/config-text.ts";
import { widgetTypeField } from "../../board/widget-type.ts";
import { idInPath } from "../../http/parameters.ts";

const sharedWidget = z.object({
  id: z.int(),
  type: widgetTypeField,
  title: z.string(),
  config: configField.describe("How it looks and where it lies; not what it asks."),
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
