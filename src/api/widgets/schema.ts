import * as z from "zod";
import { widgetExportSchema, widgetSchema } from "../../board/widget-schema.ts";
import { listParameters, listSchema } from "../../http/pagination.ts";
import { booleanParameter, idInPath } from "../../http/parameters.ts";

export const widgetAnswer = z.union([widgetSchema, widgetExportSchema]);
export const widgetList = listSchema(widgetAnswer, "Widget");

const exportParameter = booleanParameter().describe(
  "Only the fields that can be taken elsewhere: no ids, owners, times.",
);

export const widgetQuery = z.object({
  title: z.string().optional().describe("The whole title."),
  export: exportParameter,
  show_all: booleanParameter().describe("Also the widgets of others, for who manages widgets."),
  ...listParameters(["id", "title", "owner", "created_at", "updated_at", "type", "position"]),
});
export type WidgetQuery = z.output<typeof widgetQuery>;

export const readQuery = z.object({ export: exportParameter });

export const widgetInPath = z.object({ id: idInPath("The id of the widget.") });
