import { listAll } from "../accounts.ts";
import { defineVigieCommand } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { readId } from "../id-argument.ts";
import { renderTable } from "../output.ts";
import { fileArguments } from "../save-file.ts";
import { formatTime } from "../time-arguments.ts";
import { downloadReport } from "./report-record.ts";

interface Schedule {
  id: number;
  title: string;
  owner: { username: string };
  cron: string;
  timezone: string;
  format: string;
  next_run: number | null;
  last_run: number | null;
  last_error: string | null;
}

const list = defineVigieCommand({
  meta: { name: "list", description: "List scheduled reports: when they run and how the last run ended" },
  args: {
    ...connectionArguments,
    json: { type: "boolean", description: "One JSON object a line" },
  },
  async run({ args }) {
    const schedules = await listAll<Schedule>(await connect(args), "/api/report-schedules");
    if (args.json) process.stdout.write(schedules.map((schedule) => `${JSON.stringify(schedule)}\n`).join(""));
    else process.stdout.write(`${renderTable([...columns], schedules.map(rowOf))}\n`);
    return 0;
  },
});

const columns = ["id", "when", "zone", "format", "owner", "next", "last", "title", "error"].map((title) => ({ title }));

/** Every time at which the schedule is due. */
function rowOf(schedule: Schedule): string[] {
  const { id, cron, timezone, format, owner, next_run, last_run, title, last_error } = schedule;
  const time = (seconds: number | null, never: string) =>
    seconds === null ? never : formatTime(seconds, timezone, false);
  const [next, last] = [time(next_run, "off"), time(last_run, "never")];
  return [
    String(id),
    cron,
    timezone,
    format,
    owner.username,
    next,
    last,
    title,
    (last_error ?? "").replaceAll("\n", "; "),
  ];
}

const run = defineVigieCommand({
  meta: { name: "run", description: "Run a schedule now, besides its plan, and deliver the result" },
  args: {
    id: { type: "positional", required: true, description: "The number of the schedule" },
    ...connectionArguments,
    output: { ...fileArguments.output, description: "Also fetch the report; - for stdout" },
  },
  async run({ args }) {
    const id = readId(args.id, "a schedule");
    const client = await connect(args);
    const { report_id } = await client.send<{ report_id: number }>({
      method: "POST",
      path: `/api/report-schedules/${id}/run`,
    });
    if (args.output !== undefined) return downloadReport(client, report_id, args.output);
    process.stdout.write(`${report_id}\n`);
    return 0;
  },
});

export const scheduleCommand = defineVigieCommand({
  meta: { name: "schedule", description: "List and run scheduled reports" },
  subCommands: { list, run },
});
