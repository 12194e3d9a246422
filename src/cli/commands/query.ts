import { defineVigieCommand } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { queryArgument, questionArguments } from "../query/arguments.ts";
import { ask } from "../query/ask.ts";
import { readQueryOptions } from "../query/options.ts";
import { printAnswer } from "../query/print-answer.ts";

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
    const form = { asJson: args.json === true, withIds: args.ids === true };
    return ask(await connect(args), options, (results) => printAnswer(options, results, form));
  },
});
