import { languageExamples } from "../../filter/language/examples.ts";
import { defineVigieCommand, usageError } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { renderTable } from "../output.ts";
import { queryArgument, questionArguments } from "../query/arguments.ts";
import { ask } from "../query/ask.ts";
import { countWithout } from "../query/count-without.ts";
import { readLimit, readQueryOptions } from "../query/options.ts";
import { printAnswer } from "../query/print-answer.ts";
import { markersOfRate } from "../query/rate-markers.ts";
import { tailEvents } from "../tail/tail-events.ts";

export const queryCommand = defineVigieCommand({
  meta: { name: "query", description: "Ask a running service" },
  args: {
    ...queryArgument,
    ...connectionArguments,
    ...questionArguments,
    wide: { type: "boolean", description: "Whole messages, whatever the width of the terminal" },
    follow: { type: "boolean", alias: "f", description: "Keep showing new events, as vigie tail does" },
    syntax: { type: "boolean", description: "Show the query language by examples" },
    ids: { type: "boolean", description: "Show the ids of events" },
    json: {
      type: "boolean",
      description: "For machines: events as one JSON object a line, other answers as one object",
    },
  },
  notes: [
    'Without --top, --last-of, --rate, --stats or --around: the newest events, newest first. The query language: field:value with * and ?, comparisons (severity<=3, took>1.5s), words and "phrases" of the message, - in front for not, OR, ( ); --syntax shows more. Quote the query for the shell, and write -- in front of one that begins with a dash.',
    "--rate counts whole steps, which begin at midnight, full hours and so on; a note says so when that is more than --from and --to name.",
    "Ctrl-C stops a running query, also in the service. Exit code: 0 answered, 1 failed, 2 wrong arguments (a query that does not parse, too), 130 stopped.",
  ],
  examples: [
    ["vigie query 'severity<=3 host:web*' --last 24h --top host", "which web servers have errors"],
    ["vigie query '\"connection refused\" -program:cron' --last 15m", "the newest such events"],
    ["vigie query 'code>=500' --from 2026-11-21 --rate 1h", "server errors of that day by hour"],
    ["vigie query program:nginx --stats took --by path", "how long each path takes"],
    ["vigie query --around 4711 --same host,program", "what that program said before and after"],
    ["vigie query --all --last-of program --limit 50 --json", "for a script"],
  ],
  async run({ args }) {
    if (args.syntax) {
      process.stdout.write(`${renderSyntax()}\n`);
      return 0;
    }
    const options = readQueryOptions(args);
    if (args.follow) {
      if (options.type !== "Search" || args.oldest) throw usageError("--follow is for events, the newest last.");
      const { q, timezone } = options;
      return tailEvents(await connect(args), {
        q,
        timezone,
        lines: readLimit(args.limit, 20, 9999),
        asJson: args.json === true,
      });
    }
    const form = { asJson: args.json === true, withIds: args.ids === true, isWide: args.wide === true };
    const client = await connect(args);
    return ask(client, options, async (results) => {
      const { type } = options;
      const markers = type === "EventRate" && !form.asJson ? await markersOfRate(client, results) : [];
      const without = type === "TopN" && !form.asJson ? await countWithout(client, options, results) : 0;
      printAnswer(options, results, { ...form, markers, without });
    });
  },
});

function renderSyntax(): string {
  const table = renderTable(
    [{ title: "line" }, { title: "finds" }],
    languageExamples.map((row) => [...row]),
  );
  return `${table}\n\nAND binds stronger than OR. Fields that events have: vigie fields. In a shell put single quotes around the line.`;
}
