import { listAll } from "../accounts.ts";
import { defineVigieCommand } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { formatCount, renderTable } from "../output.ts";
import { formatTime } from "../time-arguments.ts";

interface Trigger {
  id: number;
  name: string;
  owner: { username: string };
  is_active: boolean;
  is_new_pattern: boolean;
  absence: { seconds: number; field: string | null } | null;
  threshold: { count: number; seconds: number } | null;
  hits_count: number;
  last_matched: number | null;
  last_error: string | null;
}

export const listTriggers = defineVigieCommand({
  meta: { name: "list", description: "Show triggers in the order they are checked" },
  args: {
    ...connectionArguments,
    json: { type: "boolean", description: "One JSON object a line" },
  },
  async run({ args }) {
    const triggers = await listAll<Trigger>(await connect(args), "/api/triggers");
    if (args.json) process.stdout.write(triggers.map((trigger) => `${JSON.stringify(trigger)}\n`).join(""));
    else process.stdout.write(`${renderTable(columns, triggers.map(rowOf))}\n`);
    return 0;
  },
});

const columns = [
  { title: "id", align: "right" as const },
  { title: "state", style: (cell: string) => (cell === "on" ? undefined : ("yellow" as const)) },
  { title: "fires for" },
  { title: "hits", align: "right" as const },
  { title: "last" },
  { title: "owner" },
  { title: "name" },
  { title: "error" },
];

function rowOf(trigger: Trigger): string[] {
  const { id, is_active, hits_count, last_matched, owner, name, last_error } = trigger;
  const last = last_matched === null ? "never" : formatTime(last_matched, Temporal.Now.timeZoneId(), false);
  const state = is_active ? "on" : "off";
  return [String(id), state, whatOf(trigger), formatCount(hits_count), last, owner.username, name, last_error ?? ""];
}

function whatOf({ is_new_pattern, absence, threshold }: Trigger): string {
  if (absence) return `none of ${absence.field ?? "them"} for ${absence.seconds} s`;
  if (threshold) return `${formatCount(threshold.count)} within ${threshold.seconds} s`;
  return is_new_pattern ? "new patterns" : "each";
}
