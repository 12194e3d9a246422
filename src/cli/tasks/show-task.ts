import type { Task } from "../../tasks/task-view.ts";
import { type Account, listAll } from "../accounts.ts";
import { defineVigieCommand } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { readId } from "../id-argument.ts";
import { createPaint, showControls } from "../output.ts";
import { formatTime } from "../time-arguments.ts";
import { dueText, statusText } from "./list-tasks.ts";

interface Comment {
  author: { username: string } | null;
  text: string;
  created_at: number;
}

export const taskArgument = {
  id: { type: "positional", required: true, description: "The number of the task" },
} as const;

export const showTask = defineVigieCommand({
  meta: { name: "show", description: "Show a task with its comments" },
  args: {
    ...taskArgument,
    ...connectionArguments,
    json: { type: "boolean", description: "As one JSON object, with its comments" },
  },
  async run({ args }) {
    const id = readId(args.id, "a task");
    const client = await connect(args);
    const task = await client.send<Task>({ path: `/api/tasks/${id}`, retry: true });
    const comments = await listAll<Comment>(client, `/api/tasks/${id}/comments`);
    if (args.json) {
      process.stdout.write(`${JSON.stringify({ ...task, comments })}\n`);
      return 0;
    }
    const users = await listAll<Account>(client, "/api/users");
    const assignee = users.find((user) => user.id === task.assigned_to)?.username ?? "nobody";
    process.stdout.write(describe(task, assignee, comments));
    return 0;
  },
});

function describe(task: Task, assignee: string, comments: readonly Comment[]): string {
  const paint = createPaint(process.stdout);
  const due = task.due === null ? "" : `, due ${dueText(task)}`;
  const lines = [
    paint("bold", `${task.id} ${plain(task.title)}`),
    `${statusText(task.status)}, owner ${task.owner.username}, assigned to ${assignee}${due}`,
    ...(task.event_ids.length > 0 ? [`events ${task.event_ids.join(", ")}`] : []),
    ...(task.description === "" ? [] : ["", plain(task.description)]),
    ...comments.flatMap(({ author, text, created_at }) => [
      "",
      paint("dim", `${author?.username ?? "somebody"}, ${time(created_at)}`),
      plain(text),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

/** Keeps lines apart; nothing else controls the terminal. */
function plain(text: string): string {
  return text.split("\n").map(showControls).join("\n");
}

function time(seconds: number): string {
  return formatTime(seconds, Temporal.Now.timeZoneId(), false);
}
