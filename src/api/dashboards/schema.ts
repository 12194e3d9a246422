import * as z from "zod";
import { configField } from "../../board/config-text.ts";
import { widgetsPerDashboardMax } from "../../board/limits.ts";
import { titleField } from "../../board/title.ts";
import { widgetBody, widgetExportSchema, widgetSchema } from "../../board/widget-schema.ts";
import { findParameter, listParameters, listSchema } from "../../http/pagination.ts";
import { booleanParameter, idInPath, idListParameter, integerParameter } from "../../http/parameters.ts";
import { userIdField, userReference } from "../../http/user-reference.ts";
import { templatePathCharactersMax, titlePatternCharactersMax } from "./limits.ts";

export const dashboardSchema = z
  .object({
    id: z.int(),
    title: z.string(),
    owner: userReference,
    is_public: z.boolean(),
    config: configField,
    widgets: z.array(widgetSchema).describe("By position, then by age."),
    is_read_only: z.boolean().describe("Whether this caller may only look at it."),
    created_at: z.int(),
    updated_at: z.int(),
  })
  .meta({ id: "Dashboard" });
export type DashboardView = z.output<typeof dashboardSchema>;

export const dashboardExportSchema = z
  .object({
    title: z.string(),
    is_public: z.boolean(),
    config: configField,
    widgets: z.array(widgetExportSchema),
  })
  .meta({ id: "DashboardExport" });
export type DashboardExport = z.output<typeof dashboardExportSchema>;

export const dashboardAnswer = z.union([dashboardSchema, dashboardExportSchema]);
export const dashboardList = listSchema(dashboardAnswer, "Dashboard");

const widgetList = z
  .array(widgetBody)
  .max(widgetsPerDashboardMax, { error: `Expected at most ${widgetsPerDashboardMax} widgets.` });

const replaceable = {
  title: titleField.optional().describe("Required, unless the config has a title."),
  owner: userIdField.optional().describe("Only who manages dashboards may name another user."),
  is_public: z.boolean().default(false),
  config: configField.default({}),
};

export const dashboardBody = z.object(replaceable).meta({ id: "DashboardRequest" });
export type DashboardBody = z.output<typeof dashboardBody>;

export const newDashboard = z.object({ ...replaceable, widgets: widgetList.default([]) }).meta({ id: "NewDashboard" });
export type NewDashboard = z.output<typeof newDashboard>;

/** A part of a dashboard; fields that are not named stay. */
export const dashboardPatch = z
  .object({
    title: titleField.optional(),
    owner: userIdField.optional(),
    is_public: z.boolean().optional(),
    config: configField.optional(),
  })
  .meta({ id: "PatchedDashboard" });
export type DashboardPatch = z.output<typeof dashboardPatch>;

/** The fields of a template that are used; an exported dashboard has more. */
export const templateContent = z.object({ config: configField.default({}), widgets: widgetList.default([]) });

export const templatePath = z
  .object({
    path: z
      .string()
      .min(1)
      .max(templatePathCharactersMax, { error: `Expected at most ${templatePathCharactersMax} characters.` })
      .describe('Such as "linux/hosts".'),
  })
  .meta({ id: "DashboardTemplatePath" });

export const dashboardTemplate = z
  .object({
    path: z.string().describe("The value for POST /api/dashboards/{id}/templates."),
    title: z.string(),
    source: z.enum(["shipped", "own"]).describe("Inside the executable, or in the data folder."),
    widget_types: z.array(z.string()).describe("The type of each of its widgets."),
    error: z.string().nullable().describe("Why it cannot be read."),
  })
  .meta({ id: "DashboardTemplate" });
export type DashboardTemplate = z.output<typeof dashboardTemplate>;
export const templateList = listSchema(dashboardTemplate);
export const templateQuery = z.object(listParameters(["path"], "path"));
export type TemplateQuery = z.output<typeof templateQuery>;

const exportParameter = booleanParameter().describe(
  "Only the fields that can be taken elsewhere: no ids, owners, times.",
);

export const dashboardQuery = z.object({
  title: z.string().optional().describe("The whole title."),
  title__iregex: z
    .string()
    .max(titlePatternCharactersMax, { error: `Expected at most ${titlePatternCharactersMax} characters.` })
    .optional()
    .describe("A regular expression that is searched in the title, in any case."),
  ...findParameter("their title"),
  owner: idListParameter().describe("Ids of users between commas."),
  export: exportParameter,
  show_all: booleanParameter().describe("Also the dashboards of others, for who manages dashboards."),
  ...listParameters(["id", "title", "owner", "created_at", "updated_at"]),
});
export type DashboardQuery = z.output<typeof dashboardQuery>;

export const readQuery = z.object({ export: exportParameter });

export const createQuery = z.object({
  source_id: integerParameter().describe("Id of a dashboard to copy."),
  clone_widgets: booleanParameter().describe("Copy the widgets too; otherwise the same widgets lie on both."),
});
export type CreateQuery = z.output<typeof createQuery>;

const dashboardId = idInPath("The id of the dashboard.");
export const dashboardInPath = z.object({ id: dashboardId });
export const dashboardWidgetInPath = z.object({ id: dashboardId, widget_id: idInPath("The id of the widget.") });
