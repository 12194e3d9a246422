import * as z from "zod";
import { configField } from "../../board/config-text.ts";
import { maxWidgetsPerDashboard } from "../../board/limits.ts";
import { titleField } from "../../board/title.ts";
import { ownerSchema, widgetBody, widgetExportSchema, widgetSchema } from "../../board/widget-schema.ts";
import { listParameters, listSchema } from "../../http/pagination.ts";
import { booleanParameter, idInPath, idListParameter, integerParameter } from "../../http/parameters.ts";
import { maxTemplatePathCharacters, maxTitlePatternCharacters } from "./limits.ts";

export const dashboardSchema = z.object({
  id: z.int(),
  title: z.string(),
  owner: ownerSchema,
  is_public: z.boolean(),
  config: configField,
  widgets: z.array(widgetSchema).describe("By position, then by age."),
  is_read_only: z.boolean().describe("Whether this caller may only look at it."),
  created_at: z.int(),
  updated_at: z.int(),
});
export type DashboardView = z.output<typeof dashboardSchema>;

export const dashboardExportSchema = z.object({
  title: z.string(),
  is_public: z.boolean(),
  config: configField,
  widgets: z.array(widgetExportSchema),
});
export type DashboardExport = z.output<typeof dashboardExportSchema>;

export const dashboardAnswer = z.union([dashboardSchema, dashboardExportSchema]);
export const dashboardList = listSchema(dashboardAnswer);

/** By id; a record as it was answered is taken too, so that what GET gives PUT takes back. */
const ownerField = z.union([z.int(), z.object({ id: z.int() }).transform(({ id }) => id)], {
  error: "Expected the id of a user.",
});

const widgetList = z
  .array(widgetBody)
  .max(maxWidgetsPerDashboard, { error: `Expected at most ${maxWidgetsPerDashboard} widgets.` });

const replaceable = {
  title: titleField.optional().describe("Required, unless the config has a title."),
  owner: ownerField.optional().describe("Only who manages dashboards may name another user."),
  is_public: z.boolean().default(false),
  config: configField.default({}),
};

export const dashboardBody = z.object(replaceable);
export type DashboardBody = z.output<typeof dashboardBody>;

export const newDashboard = z.object({ ...replaceable, widgets: widgetList.default([]) });
export type NewDashboard = z.output<typeof newDashboard>;

/** A part of a dashboard; what is not named stays. */
export const dashboardPatch = z.object({
  title: titleField.optional(),
  owner: ownerField.optional(),
  is_public: z.boolean().optional(),
  config: configField.optional(),
});
export type DashboardPatch = z.output<typeof dashboardPatch>;

/** What of a template is used; an exported dashboard has more. */
export const templateContent = z.object({ config: configField.default({}), widgets: widgetList.default([]) });

export const templatePath = z.object({
  path: z
    .string()
    .min(1)
    .max(maxTemplatePathCharacters, { error: `Expected at most ${maxTemplatePathCharacters} characters.` })
    .describe('Such as "linux/hosts".'),
});

export const dashboardQuery = z.object({
  title: z.string().optional(),
  title__iregex: z
    .string()
    .max(maxTitlePatternCharacters, { error: `Expected at most ${maxTitlePatternCharacters} characters.` })
    .optional(),
  owner: idListParameter(),
  export: booleanParameter(),
  show_all: booleanParameter(),
  ...listParameters(["id", "title", "owner", "created_at", "updated_at"]),
});
export type DashboardQuery = z.output<typeof dashboardQuery>;

export const readQuery = z.object({ export: booleanParameter() });

export const createQuery = z.object({ source_id: integerParameter(), clone_widgets: booleanParameter() });
export type CreateQuery = z.output<typeof createQuery>;

export const dashboardInPath = z.object({ id: idInPath() });
export const dashboardWidgetInPath = z.object({ id: idInPath(), widget_id: idInPath() });
