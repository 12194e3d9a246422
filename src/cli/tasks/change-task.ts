import { type TaskStatus, taskStatuses } from "../../db/schema/tasks.ts";
import { getUser } from "../accounts.ts";
import { defineVigieCommand, usageError } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import type { Client } from "../http-client.ts";
import { readId } from "../id-argument.ts";
import { readAhead, readInstant } from "../time-arguments.ts";
import { taskArgument } from "./show-task.ts";

const fieldArguments = {
  description: { type: "string", valueHint: "TEXT", description: "Description of the task" },
  due: {
    type: "string",
    valueHint: "TIME",
    description: 'Such as 2026-12-01, "2026-12-01 17:00" or, from now on, 2h, 3d, 1w; "none"',
  },
  assign: { type: "string", valueHint: "NAME", description: 'A user\'s name, "me" or "nobody"' },
  events: { type: "string", valueHint: "LIST", description: "Ids of related events, comma-separated" },
  status: { type: "string", valueHint: "STATUS", choices: taskStatuses, description: taskStatuses.join(", ") },
} as const;

interface FieldOptions {
  description?: string;
  due?: string;
  assign?: string;
  events?: string;
  status?: string;
}

export const createTask = defineVigieCommand({
  meta: { name: "create", description: "Create a task and print its id" },
  args: {
    title: { type: "positional", required: true, description: "Title of the task" },
    ...connectionArguments,
    ...fieldArguments,
  },
  examples: [["vigie tasks create 'Renew the certificate' --assign me --due 2026-12-01", "for oneself"]],
  async run({ args }) {
    const fields = readFields(args);
    const client = await connect(args);
    const json = { title: args.title, ...fields, ...(await assigneeOf(client, args.assign)) };
    const { id } = await client.send<{ id: number }>({ method: "POST", path: "/api/tasks", json });
    process.stdout.write(`${id}\n`);
    return 0;
  },
});

export const setTask = defineVigieCommand({
  meta: { name: "set", description: "Change a task; fields not named stay as they are" },
  args: {
    ...taskArgument,
    ...connectionArguments,
    title: { type: "string", valueHint: "TEXT", description: "Title of the task" },
    ...fieldArguments,
  },
  examples: [["vigie tasks set 7 --status in_progress --assign me", "taken"]],
  async run({ args }) {
    const id = readId(args.id, "a task");
    const fields = { ...(args.title !== undefined && { title: args.title }), ...readFields(args) };
    if (Object.keys(fields).length === 0 && args.assign === undefined)
      throw usageError("Nothing to change: name a field, such as --status.");
    const client = await connect(args);
    const json = { ...fields, ...(await assigneeOf(client, args.assign)) };
    await client.send({ method: "PATCH", path: `/api/tasks/${id}`, json });
    process.stdout.write(`Changed task ${id}.\n`);
    return 0;
  },
});

export const commentTask = defineVigieCommand({
  meta: { name: "comment", description: "Comment on a task" },
  args: {
    ...taskArgument,
    text: { type: "positional", required: true, description: "The comment" },
    ...connectionArguments,
  },
  async run({ args }) {
    const id = readId(args.id, "a task");
    const client = await connect(args);
    await client.send({ method: "POST", path: `/api/tasks/${id}/comments`, json: { text: args.text } });
    process.stdout.write(`Commented on task ${id}.\n`);
    return 0;
  },
});

export const deleteTask = defineVigieCommand({
  meta: { name: "delete", description: "Delete a task with its comments" },
  args: { ...taskArgument, ...connectionArguments },
  async run({ args }) {
    const id = readId(args.id, "a task");
    await (await connect(args)).send({ method: "DELETE", path: `/api/tasks/${id}` });
    process.stdout.write(`Deleted task ${id}.\n`);
    return 0;
  },
});

/** The given fields, without the assignee. */
function readFields({ description, due, events, status }: FieldOptions): Record<string, unknown> {
  if (status !== undefined && !taskStatuses.includes(status as TaskStatus))
    throw usageError(`--status: expected one of ${taskStatuses.join(", ")}, got "${status}".`);
  return {
    ...(description !== undefined && { description }),
    ...(due !== undefined && { due: due === "none" ? null : readDue(due) }),
    ...(events !== undefined && { event_ids: events.split(",").filter((id) => id !== "") }),
    ...(status !== undefined && { status }),
  };
}

function readDue(text: string): number {
  const ahead = readAhead(text, Temporal.Now.zonedDateTimeISO());
  return ahead ?? Math.floor(readInstant("--due", text, Temporal.Now.timeZoneId(), ["2h"]));
}

async function assigneeOf(client: Client, name: string | undefined): Promise<{ assigned_to?: number | null }> {
  if (name === undefined) return {};
  if (name === "nobody") return { assigned_to: null };
  if (name !== "me") return { assigned_to: (await getUser(client, name)).id };
  const { user } = await client.send<{ user: { id: number } }>({ path: "/api/auth/", retry: true });
  return { assigned_to: user.id };
}
