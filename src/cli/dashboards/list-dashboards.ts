import { listAll } from "../accounts.ts";
import { defineVigieCommand } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { renderTable } from "../output.ts";
import { formatTime } from "../time-arguments.ts";

interface Dashboard {
  id: number;
  title: string;
  owner: { username: string };
  is_public: boolean;
  widgets: unknown[];
  updated_at: number;
}

export const allArgument = {
  all: { type: "boolean", description: "Everybody's, for those who manage dashboards" },
} as const;

export const listDashboards = defineVigieCommand({
  meta: { name: "list", description: "Show your own dashboards" },
  args: {
    ...connectionArguments,
    ...allArgument,
    json: { type: "boolean", description: "One JSON object a line" },
  },
  async run({ args }) {
    const path = `/api/dashboards?show_all=${args.all === true}`;
    const dashboards = await listAll<Dashboard>(await connect(args), path);
    if (args.json) process.stdout.write(dashboards.map((dashboard) => `${JSON.stringify(dashboard)}\n`).join(""));
    else process.stdout.write(`${renderTable([...columns], dashboards.map(rowOf))}\n`);
    return 0;
  },
});

const columns = [
  { title: "id", align: "right" },
  { title: "widgets", align: "right" },
  { title: "seen by" },
  { title: "owner" },
  { title: "changed" },
  { title: "title" },
] as const;

function rowOf({ id, title, owner, is_public, widgets, updated_at }: Dashboard): string[] {
  const changed = formatTime(updated_at, Temporal.Now.timeZoneId(), false);
  return [String(id), String(widgets.length), is_public ? "all" : "owner", owner.username, changed, title];
}
