import { defineVigieCommand, usageError } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { type Client, RequestError } from "../http-client.ts";
import { readId } from "../id-argument.ts";
import { queryArgument, questionArguments } from "../query/arguments.ts";
import { explainQueryError } from "../query/explain-error.ts";
import { readQueryOptions } from "../query/options.ts";
import { questionBody } from "../query/question-body.ts";
import { fileArguments, readFormat } from "../save-file.ts";
import { downloadReport, type ReportRecord } from "./report-record.ts";

export const createReport = defineVigieCommand({
  meta: { name: "create", description: "Create a report from a query or a dashboard, and fetch it" },
  args: {
    ...queryArgument,
    ...connectionArguments,
    dashboard: { type: "string", valueHint: "ID", description: "A whole dashboard instead of a query" },
    title: { type: "string", valueHint: "TEXT", description: "Title of the document and name of its file" },
    ...fileArguments,
    format: { ...fileArguments.format, description: "csv, json, xlsx, docx, pdf (what FILE ends with, else pdf)" },
    ...questionArguments,
    background: { type: "boolean", description: "Do not wait: print its number" },
  },
  notes: ["The report stays in the service until it is deleted; the file here is a copy."],
  examples: [
    ["vigie report create --dashboard 3 --timezone Europe/Paris -o week.pdf", "all widgets, answered at one instant"],
    ["vigie report create 'severity<=3' --last 7d --top host --title 'Errors' -o errors.docx", "one question"],
  ],
  async run({ args }) {
    if (args.dashboard !== undefined) refuseQuestion(args);
    const { q } = readQueryOptions(args);
    const format = readFormat(args.format, args.output, "pdf");
    const client = await connect(args);
    try {
      const source =
        args.dashboard === undefined
          ? { query: await questionBody(client, readQueryOptions(args), AbortSignal.timeout(rangeTimeoutMs)) }
          : { dashboard_id: readId(args.dashboard, "a dashboard") };
      const { id } = await order(client, { ...source, format, title: args.title, timezone: args.timezone });
      if (args.background !== true) return await downloadReport(client, id, args.output);
      process.stdout.write(`${id}\n`);
      return 0;
    } catch (error) {
      if (error instanceof RequestError && error.status === 400) throw explainQueryError(error, q);
      throw error;
    }
  },
});

/** To find the first and the last event. */
const rangeTimeoutMs = 60_000;

const questionOptions = ["top", "last-of", "rate", "last", "from", "to", "all", "limit"] as const;

function refuseQuestion(args: Record<string, unknown> & { _: string[] }): void {
  const given = questionOptions.find((name) => args[name] !== undefined && args[name] !== false);
  if (args._.length > 0) throw usageError("--dashboard takes no query: its widgets have their own.");
  if (given !== undefined)
    throw usageError(`--dashboard goes without --${given}: its widgets have their own questions.`);
}

function order(client: Client, json: Record<string, unknown>): Promise<ReportRecord> {
  return client.send<ReportRecord>({ method: "POST", path: "/api/reports", json });
}
