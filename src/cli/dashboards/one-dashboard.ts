import { listAll } from "../accounts.ts";
import { defineVigieCommand, usageError } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { type Client, RequestError } from "../http-client.ts";
import { readId } from "../id-argument.ts";
import { renderTable } from "../output.ts";

export const createDashboard = defineVigieCommand({
  meta: { name: "create", description: "Create a dashboard, empty or from a template, and print its id" },
  args: {
    title: { type: "positional", required: true, description: "Title of the dashboard" },
    ...connectionArguments,
    template: { type: "string", valueHint: "PATH", description: "With the widgets of this template" },
    public: { type: "boolean", description: "Everybody may see it" },
  },
  examples: [["vigie dashboards create 'Web servers' --template web/server", "ready-made"]],
  async run({ args }) {
    const client = await connect(args);
    const json = { title: args.title, is_public: args.public === true };
    const { id } = await client.send<{ id: number }>({ method: "POST", path: "/api/dashboards", json });
    if (args.template !== undefined) await applyTemplate(client, id, args.template);
    process.stdout.write(`${id}\n`);
    return 0;
  },
});

/** Deletes a dashboard that a wrong template left empty. */
async function applyTemplate(client: Client, id: number, path: string): Promise<void> {
  try {
    await client.send({ method: "POST", path: `/api/dashboards/${id}/templates`, json: { path } });
  } catch (error) {
    await client.send({ method: "DELETE", path: `/api/dashboards/${id}` });
    throw error;
  }
}

interface Template {
  path: string;
  title: string;
  source: string;
  widget_types: string[];
  error: string | null;
}

export const listTemplates = defineVigieCommand({
  meta: { name: "templates", description: "Show the templates for dashboards" },
  args: { ...connectionArguments },
  async run({ args }) {
    const templates = await listAll<Template>(await connect(args), "/api/dashboard-templates");
    const rows = templates.map(({ path, title, source, widget_types, error }) => [
      path,
      String(widget_types.length),
      source,
      error === null ? title : `cannot be read: ${error}`,
    ]);
    const widgets = { title: "widgets", align: "right" as const };
    const columns = [{ title: "path" }, widgets, { title: "source" }, { title: "title" }];
    process.stdout.write(`${renderTable(columns, rows)}\n`);
    return 0;
  },
});

export const deleteDashboards = defineVigieCommand({
  meta: { name: "delete", description: "Delete dashboards, and the widgets that are on no other" },
  usage: "ID...",
  positionalsMax: Number.POSITIVE_INFINITY,
  args: {
    id: { type: "positional", required: false, description: "Their numbers, as list shows them" },
    ...connectionArguments,
  },
  async run({ args }) {
    const ids = args._.map((text) => readId(text, "a dashboard"));
    if (ids.length === 0) throw usageError("Nothing to delete: name the numbers of dashboards.");
    const client = await connect(args);
    let refused = 0;
    for (const id of ids)
      try {
        await client.send({ method: "DELETE", path: `/api/dashboards/${id}` });
        process.stdout.write(`Deleted dashboard ${id}.\n`);
      } catch (error) {
        if (!(error instanceof RequestError) || error.status === 0) throw error;
        refused++;
        process.stderr.write(`Dashboard ${id} was not deleted: ${error.message}\n`);
      }
    return refused === 0 ? 0 : 1;
  },
});
