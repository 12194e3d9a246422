import type { Task } from "../../tasks/task-view.ts";
import { type Account, listAll } from "../accounts.ts";
import { defineVigieCommand } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { renderTable } from "../output.ts";
import { formatTime } from "../time-arguments.ts";

export const listTasks = defineVigieCommand({
  meta: { name: "list", description: "Show tasks, the newest first" },
  args: {
    ...connectionArguments,
    mine: { type: "boolean", description: "Assigned to me" },
    unassigned: {
      type: "boolean",
      description: "Assigned to nobody; adds to --mine; --no-unassigned shows assigned ones",
    },
    open: { type: "boolean", description: "Neither resolved nor closed; --no-open shows those that are" },
    overdue: { type: "boolean", description: "Open and past due; --no-overdue shows the others" },
    title: { type: "string", valueHint: "TEXT", description: "With exactly this title" },
    json: { type: "boolean", description: "One JSON object a line" },
  },
  async run({ args }) {
    const client = await connect(args);
    const wanted = new URLSearchParams();
    if (args.mine) wanted.set("assigned_to", "me");
    if (args.unassigned !== undefined) wanted.set("unassigned", String(args.unassigned));
    if (args.open !== undefined) wanted.set("is_open", String(args.open));
    if (args.overdue !== undefined) wanted.set("is_overdue", String(args.overdue));
    if (args.title !== undefined) wanted.set("title", args.title);
    const tasks = await listAll<Task>(client, `/api/tasks?${wanted}`);
    if (args.json) {
      process.stdout.write(tasks.map((task) => `${JSON.stringify(task)}\n`).join(""));
      return 0;
    }
    const names = new Map((await listAll<Account>(client, "/api/users")).map(({ id, username }) => [id, username]));
    process.stdout.write(
      `${renderTable(
        [...columns],
        tasks.map((task) => rowOf(task, names)),
      )}\n`,
    );
    return 0;
  },
});

const columns = [
  { title: "id", align: "right" },
  { title: "status" },
  { title: "due", style: (cell: string) => (cell.endsWith("!") ? ("red" as const) : undefined) },
  { title: "assigned to" },
  { title: "owner" },
  { title: "title" },
] as const;

function rowOf(task: Task, names: ReadonlyMap<number, string>): string[] {
  const { id, status, assigned_to, owner, title } = task;
  const assignee = assigned_to === null ? "" : (names.get(assigned_to) ?? String(assigned_to));
  return [String(id), statusText(status), dueText(task), assignee, owner.username, title];
}

export function statusText(status: Task["status"]): string {
  return status.replaceAll("_", " ");
}

/** With an exclamation mark when it is overdue. */
export function dueText({ due, is_overdue }: Task): string {
  return due === null ? "" : `${formatTime(due, Temporal.Now.timeZoneId(), false)}${is_overdue ? " !" : ""}`;
}
