import { type CheckedWidget, checkWidgets } from "../../board/checked-widget.ts";
import { writeConfig } from "../../board/config-text.ts";
import { checkDashboardConfig } from "../../board/dashboard-config.ts";
import type { CheckQuestion } from "../../board/question-check.ts";
import { tidyDashboard } from "../../board/tidy-import.ts";
import { validateBody } from "../../http/validate.ts";
import { AppError, invalidField } from "../../lib/errors.ts";
import { templateContent } from "./schema.ts";
import { shippedTemplates } from "./shipped-templates.ts";
import { readTemplateFile } from "./template-folder.ts";

export interface CheckedTemplate {
  /** JSON text. */
  config: string;
  widgets: CheckedWidget[];
}

/**
 * The template of that path, from the user's folder or else from those that are shipped. Throws `invalid` on `path`
 * when there is none or it does not fit.
 */
export async function getTemplate(
  folder: string,
  path: string,
  checkQuestion: CheckQuestion,
): Promise<CheckedTemplate> {
  const template = isPlainPath(path) ? ((await readTemplateFile(folder, path)) ?? findShipped(path)) : undefined;
  if (template === undefined) throw invalidField("path", `There is no template "${path}".`);
  try {
    return checkTemplate(template.value, checkQuestion);
  } catch (error) {
    if (!(error instanceof AppError) || error.details.fields === undefined) throw error;
    throw invalidField("path", `The template "${path}" does not fit: ${firstProblem(error.details.fields)}`);
  }
}

function findShipped(path: string): { value: unknown } | undefined {
  const value = shippedTemplates.get(path);
  return value === undefined ? undefined : { value };
}

function checkTemplate(value: unknown, checkQuestion: CheckQuestion): CheckedTemplate {
  const { config, widgets } = validateBody(templateContent, tidyDashboard(templateContent, value));
  checkDashboardConfig(config, checkQuestion);
  return { config: writeConfig(config), widgets: checkWidgets(widgets, checkQuestion) };
}

/** Names between single slashes, none hidden, nothing that a file system gives another meaning. */
function isPlainPath(path: string): boolean {
  return path.split("/").every((name) => /^[^./\\:\p{Cc}][^/\\:\p{Cc}]*$/u.test(name) && !/[. ]$/.test(name));
}

function firstProblem(fields: Record<string, string[]>): string {
  const [field, messages] = Object.entries(fields)[0] ?? ["", []];
  return `${field}: ${messages[0] ?? "does not fit"}`;
}
