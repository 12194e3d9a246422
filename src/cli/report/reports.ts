import { listAll } from "../accounts.ts";
import { defineVigieCommand } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { readId } from "../id-argument.ts";
import { formatBytes, renderTable } from "../output.ts";
import { fileArguments } from "../save-file.ts";
import { formatTime } from "../time-arguments.ts";
import { downloadReport, type ReportRecord } from "./report-record.ts";

const reportArgument = {
  id: { type: "positional", required: true, description: "The number of the report" },
} as const;

export const listReports = defineVigieCommand({
  meta: { name: "list", description: "Show reports, the newest first" },
  args: {
    ...connectionArguments,
    json: { type: "boolean", description: "One JSON object a line" },
  },
  async run({ args }) {
    const reports = await listAll<ReportRecord>(await connect(args), "/api/reports");
    if (args.json) process.stdout.write(reports.map((report) => `${JSON.stringify(report)}\n`).join(""));
    else process.stdout.write(`${renderTable([...columns], reports.map(rowOf))}\n`);
    return 0;
  },
});

const columns = [
  { title: "id", align: "right" },
  { title: "made" },
  { title: "owner" },
  { title: "format" },
  { title: "size", align: "right" },
  { title: "status" },
  { title: "title" },
] as const;

function rowOf({ id, created_at, owner, format, size, status, progress, title }: ReportRecord): string[] {
  const state = status === "IN_PROGRESS" ? `${progress} %` : status.toLowerCase();
  const made = formatTime(created_at, Temporal.Now.timeZoneId(), false);
  return [String(id), made, owner.username, format, size === null ? "" : formatBytes(size), state, title];
}

export const getReport = defineVigieCommand({
  meta: { name: "get", description: "Fetch a report's file, waiting until it is finished" },
  args: { ...reportArgument, ...connectionArguments, output: fileArguments.output },
  run: async ({ args }) => {
    const id = readId(args.id, "a report");
    return downloadReport(await connect(args), id, args.output);
  },
});

export const deleteReport = defineVigieCommand({
  meta: { name: "delete", description: "Delete a report with its file; stops one that is being made" },
  args: { ...reportArgument, ...connectionArguments },
  async run({ args }) {
    const id = readId(args.id, "a report");
    await (await connect(args)).send({ method: "DELETE", path: `/api/reports/${id}` });
    process.stdout.write(`Deleted report ${id}.\n`);
    return 0;
  },
});
