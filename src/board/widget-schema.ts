import * as z from "zod";
import { userReference } from "../http/user-reference.ts";
import { configField } from "./config-text.ts";
import { titleField } from "./title.ts";
import { widgetTypeField } from "./widget-type.ts";

export const widgetSchema = z
  .object({
    id: z.int(),
    title: z.string(),
    type: widgetTypeField,
    config: configField,
    position: z.int(),
    is_public: z.boolean(),
    owner: userReference,
    dashboards: z.array(z.int()).describe("Ids of the dashboards it lies on, of those the caller may see."),
    is_read_only: z.boolean().describe("Whether this caller may only look at it."),
    created_at: z.int(),
    updated_at: z.int(),
  })
  .meta({ id: "Widget" });
export type WidgetView = z.output<typeof widgetSchema>;

export const widgetExportSchema = z
  .object({
    type: widgetTypeField,
    title: z.string(),
    is_public: z.boolean(),
    config: configField,
    position: z.int(),
  })
  .meta({ id: "WidgetExport" });
export type WidgetExport = z.output<typeof widgetExportSchema>;

/** Fields of a widget in a complete body; `type` and the title come separately. */
const replaceable = {
  title: titleField.optional().describe("Required, unless the config has a title."),
  config: configField.default({}),
  position: z.int().min(0).default(0),
  is_public: z.boolean().default(false),
};

/** A whole widget: in PUT, in an import, in a template. */
export const widgetBody = z.object({ type: widgetTypeField, ...replaceable }).meta({ id: "WidgetRequest" });
export type WidgetBody = z.output<typeof widgetBody>;

/** A body that may also name an existing widget. */
export const widgetOrLinkBody = z
  .object({
    id: z
      .unknown()
      .optional()
      .meta({ type: "integer", description: "Without a type: the widget to link. With a type it is ignored." }),
    type: widgetTypeField.optional().describe("Required, unless a widget is linked by its id."),
    ...replaceable,
  })
  .meta({ id: "NewWidget" });
export type WidgetOrLinkBody = z.output<typeof widgetOrLinkBody>;

/** A part of a widget; fields that are not named stay. */
export const widgetPatch = z
  .object({
    type: widgetTypeField.optional(),
    title: titleField.optional(),
    config: configField.optional(),
    position: z.int().min(0).optional(),
    is_public: z.boolean().optional(),
  })
  .meta({ id: "PatchedWidget" });
export type WidgetPatch = z.output<typeof widgetPatch>;
