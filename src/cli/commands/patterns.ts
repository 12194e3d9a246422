import { defineVigieCommand, usageError } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { queryArgument, timeArguments } from "../query/arguments.ts";
import { ask } from "../query/ask.ts";
import { readLimit, readTimeRange } from "../query/options.ts";
import { nothingIn } from "../query/print-answer.ts";
import { renderPatterns } from "../query/render-patterns.ts";
import { readTimezone } from "../time-arguments.ts";

const orders = ["count", "bytes", "newest", "oldest", "rarest"] as const;

export const patternsCommand = defineVigieCommand({
  meta: { name: "patterns", description: "Show what kinds of messages there are" },
  args: {
    ...queryArgument,
    ...connectionArguments,
    order: { type: "string", valueHint: "ORDER", choices: orders, description: `${orders.join(", ")} (count)` },
    limit: { type: "string", valueHint: "N", description: "Patterns (20)" },
    offset: { type: "string", valueHint: "N", description: "Leave out the first N, for the next page (0)" },
    separate: { type: "boolean", description: "Show each pattern by itself, even if many differ in only one word" },
    holes: { type: "string", valueHint: "N", description: "Also the N most frequent values of each <*>" },
    ...timeArguments,
    json: { type: "boolean", description: "For machines: the answer as one object" },
  },
  notes: [
    "A pattern is the common text of messages of one kind, with <*> in place of their data. Its id never changes, on any machine: pattern:ID finds its events. The counts of all patterns add up to that of the range.",
    "Ten or more patterns that differ in only one word are shown as one, with <*> in its place and an id that begins with f; vigie patterns pattern:ID --separate shows them.",
  ],
  examples: [
    ["vigie patterns --last 24h", "the messages that fill the logs"],
    ["vigie patterns 'severity<=3' --order newest --last 7d", "errors that are new"],
    ["vigie patterns program:sshd --holes 3", "who comes from where"],
  ],
  async run({ args }) {
    const timezone = readTimezone(args.timezone);
    const order = args.order ?? "count";
    if (!orders.some((known) => known === order))
      throw usageError(`--order: expected ${orders.join(", ")}, got "${order}".`);
    const timeRange = readTimeRange(args, timezone);
    const limit = readLimit(args.limit, 20, 1000);
    const offset = args.offset === undefined ? 0 : readOffset(args.offset);
    const params = { limit, offset, order, with_families: args.separate !== true, hole_values: readHoles(args.holes) };
    const question = { type: "Patterns", q: args._[0] ?? "", params, timeRange, timezone };
    return ask(await connect(args), question, (results) => {
      const text = args.json === true ? JSON.stringify(results) : renderPatterns(results, { timezone, order, offset });
      process.stdout.write(`${text ?? nothingIn({ timeRange })}\n`);
    });
  },
});

function readOffset(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw usageError(`--offset: expected a number from 0 on, got "${text}".`);
  return Number(text);
}

function readHoles(text: string | undefined): number {
  if (text === undefined) return 0;
  const value = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > 20) throw usageError(`--holes: expected a number from 1 to 20, got "${text}".`);
  return value;
}
