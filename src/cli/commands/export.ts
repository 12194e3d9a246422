import { CommandError, defineVigieCommand, usageError } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { RequestError, type ServiceClient } from "../http-client.ts";
import { formatBytes } from "../output.ts";
import { createProgress } from "../progress.ts";
import { queryArgument, questionArguments } from "../query/arguments.ts";
import { writeNote } from "../query/ask.ts";
import { widenedNote } from "../query/counted-range.ts";
import { explainQueryError } from "../query/explain-error.ts";
import { type QueryOptions, readQueryOptions } from "../query/options.ts";
import { questionBody } from "../query/question-body.ts";
import { runQuery } from "../query/run-query.ts";
import { type FileFormat, fileArguments, readFormat, saveFile } from "../save-file.ts";

const { limit, ...others } = questionArguments;

export const exportCommand = defineVigieCommand({
  meta: { name: "export", description: "Ask a running service and save the whole answer as a file" },
  args: {
    ...queryArgument,
    ...connectionArguments,
    ...fileArguments,
    bom: { type: "boolean", description: "csv for Excel: begins with the mark of UTF-8" },
    ...others,
    limit: {
      ...limit,
      description:
        "Values of --top and --last-of, or events on each side of --around (10); a search is always exported whole",
    },
  },
  notes: [
    "Without --top, --last-of, --rate, --stats or --around: all events that match, newest first, however many. csv and json have every field; xlsx, docx and pdf are documents with charts.",
    "The file appears when it is complete; an existing one stays until then. Ctrl-C stops the query in the service, too. Exit code: 0 saved, 1 failed, 2 wrong arguments, 130 stopped.",
  ],
  examples: [
    ["vigie export 'severity<=3' --last 7d -o errors.xlsx", "a spreadsheet of a week's errors"],
    ["vigie export --all --top host --limit 100 -o hosts.pdf", "a page with a chart"],
    ["vigie export 'program:nginx code>=500' --last 24h -o - | csvstat", "into another program"],
  ],
  async run({ args }) {
    const options = readQueryOptions(args);
    if (options.type === "Search" && args.limit !== undefined)
      throw usageError("--limit is for --top, --last-of and --around: a search is exported whole.");
    const format = readFormat(args.format, args.output, "csv");
    const client = await connect(args);
    try {
      return await save(client, { ...options, hasMark: args.bom === true }, format, args.output);
    } catch (error) {
      if (error instanceof RequestError && error.status === 400) throw explainQueryError(error, options.q);
      throw error;
    }
  },
});

async function save(
  client: ServiceClient,
  { hasMark, ...options }: QueryOptions & { hasMark: boolean },
  format: FileFormat,
  output: string | undefined,
): Promise<number> {
  const progress = createProgress("Exporting");
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  process.once("SIGINT", onInterrupt);
  try {
    const body = await questionBody(client, options, stop.signal);
    const asked = { ...body, params: withoutPage(body.params) };
    const onProgress = (percent: number) => progress.update(percent, 100, "reading");
    await runQuery(client, asked, stop.signal, onProgress, async ({ qid, status, error, results }) => {
      if (status === "FAILURE") throw new CommandError(`The query failed: ${error ?? "no reason was given"}`);
      if (status !== "SUCCESS") throw new CommandError("Stopped: nothing was saved.", 130);
      const parameters = new URLSearchParams({ ftype: format, timezone: options.timezone });
      if (hasMark) parameters.set("bom", "true");
      const response = await client.open(`/api/query/${qid}/export?${parameters}`, stop.signal);
      const { path, bytes } = await saveFile(response, output, (done) => progress.update(0, 0, formatBytes(done)));
      progress.end();
      if (path !== undefined) process.stderr.write(`${path}: ${formatBytes(bytes)}\n`);
      const widened = widenedNote(options.timeRange, results ?? {});
      if (widened !== undefined) writeNote(widened);
    });
    return 0;
  } catch (error) {
    if (stop.signal.aborted) throw new CommandError("Stopped: nothing was saved.", 130, { cause: error });
    throw error;
  } finally {
    progress.end();
    process.off("SIGINT", onInterrupt);
  }
}

/** Only the numbers of the first page are used. */
function withoutPage(params: Record<string, unknown>): Record<string, unknown> {
  return "page_size" in params ? { ...params, page_size: 1 } : params;
}
