import { CommandError, defineVigieCommand } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { type Client, RequestError } from "../http-client.ts";
import { createProgress } from "../progress.ts";
import { queryArgument, questionArguments } from "../query/arguments.ts";
import { explainQueryError } from "../query/explain-error.ts";
import { type QueryOptions, readQueryOptions } from "../query/options.ts";
import { type PrintForm, printAnswer } from "../query/print-answer.ts";
import { questionBody } from "../query/question-body.ts";
import { runQuery } from "../query/run-query.ts";

export const queryCommand = defineVigieCommand({
  meta: { name: "query", description: "Ask a running service" },
  args: {
    ...queryArgument,
    ...connectionArguments,
    ...questionArguments,
    ids: { type: "boolean", description: "Show the ids of events" },
    json: {
      type: "boolean",
      description: "For machines: events as one JSON object a line, other answers as one object",
    },
  },
  notes: [
    'Without --top, --last-of, --rate or --around: the newest events, newest first. The query language: field:value with * and ?, comparisons (severity<=3, code>=500), words and "phrases" of the message, - in front for not, OR, ( ). Quote the query for the shell, and write -- in front of one that begins with a dash.',
    "Ctrl-C stops a running query, also in the service. Exit code: 0 answered, 1 failed, 2 wrong arguments (a query that does not parse, too), 130 stopped.",
  ],
  examples: [
    ["vigie query 'severity<=3 host:web*' --last 24h --top host", "which web servers have errors"],
    ["vigie query '\"connection refused\" -program:cron' --last 15m", "the newest such events"],
    ["vigie query 'code>=500' --from 2026-11-21 --rate 1h", "server errors of that day by hour"],
    ["vigie query --around 4711 --same host,program", "what that program said before and after"],
    ["vigie query --all --last-of program --limit 50 --json", "for a script"],
  ],
  async run({ args }) {
    const options = readQueryOptions(args);
    const client = await connect(args);
    try {
      return await ask(client, options, { asJson: args.json === true, withIds: args.ids === true });
    } catch (error) {
      if (error instanceof RequestError && error.status === 400) throw explainQueryError(error, options.q);
      throw error;
    }
  },
});

async function ask(client: Client, options: QueryOptions, form: PrintForm): Promise<number> {
  const progress = createProgress("Querying");
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  process.once("SIGINT", onInterrupt);
  try {
    const body = await questionBody(client, options, stop.signal);
    const record = await runQuery(client, body, stop.signal, (percent) => progress.update(percent, 100, "reading"));
    progress.end();
    if (record.status === "FAILURE")
      throw new CommandError(`The query failed: ${record.error ?? "no reason was given"}`);
    printAnswer(options, record, form);
    if (record.status !== "STOPPED") return 0;
    process.stderr.write("Stopped: what is shown is what was found until then.\n");
    return 130;
  } finally {
    progress.end();
    process.off("SIGINT", onInterrupt);
  }
}
