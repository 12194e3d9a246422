import { AppError } from "../../lib/errors.ts";
import type { DashboardTemplate } from "./schema.ts";
import { shippedTemplates } from "./shipped-templates.ts";
import { listTemplateFiles, readTemplateFile } from "./template-folder.ts";

/**
 * All templates by path, the user's own in place of shipped ones of the same path. One that cannot be read says why.
 */
export async function listTemplates(folder: string): Promise<DashboardTemplate[]> {
  const own = await Promise.all((await listTemplateFiles(folder)).map((path) => describeOwn(folder, path)));
  const taken = new Set(own.map(({ path }) => path));
  const shipped = [...shippedTemplates]
    .filter(([path]) => !taken.has(path))
    .map(([path, value]) => describe(path, "shipped", value));
  return [...shipped, ...own].sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function describeOwn(folder: string, path: string): Promise<DashboardTemplate> {
  try {
    return describe(path, "own", (await readTemplateFile(folder, path))?.value);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      path,
      title: path,
      source: "own",
      widget_types: [],
      error: error.details.fields?.path?.[0] ?? error.message,
    };
  }
}

/** An invalid template is reported when it is applied, where the reason can be acted on. */
function describe(path: string, source: DashboardTemplate["source"], value: unknown): DashboardTemplate {
  const { title, widgets } = Object(value) as { title?: unknown; widgets?: unknown };
  const types = (Array.isArray(widgets) ? widgets : []).map((widget) => Object(widget).type as unknown);
  return {
    path,
    title: typeof title === "string" && title !== "" ? title : path,
    source,
    widget_types: types.filter((type): type is string => typeof type === "string"),
    error: null,
  };
}
