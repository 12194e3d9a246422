import * as z from "zod";
import { widgetExportSchema, widgetSchema } from "../../board/widget-schema.ts";
import { listParameters, listSchema } from "../../http/pagination.ts";
import { booleanParameter, idInPath } from "../../http/parameters.ts";

export const widgetAnswer = z.union([widgetSchema, widgetExportSchema]);
export const widgetList = listSchema(widgetAnswer);

export const widgetQuery = z.object({
  title: z.string().optional(),
  export: booleanParameter(),
  show_all: booleanParameter(),
  ...listParameters(["id", "title", "owner", "created_at", "updated_at", "type", "position"]),
});
export type WidgetQuery = z.output<typeof widgetQuery>;

export const readQuery = z.object({ export: booleanParameter() });

export const widgetInPath = z.object({ id: idInPath() });
