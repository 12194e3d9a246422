import { defineVigieCommand, usageError } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { tailEvents } from "../tail/tail-events.ts";
import { readTimezone } from "../time-arguments.ts";

export const tailCommand = defineVigieCommand({
  meta: { name: "tail", description: "Follow events as a running service stores them" },
  args: {
    query: {
      type: "positional",
      required: false,
      description: "Which events, as one line of the query language (all)",
    },
    ...connectionArguments,
    lines: { type: "string", valueHint: "N", description: "Begin with the newest N events of the last day (10)" },
    timezone: { type: "string", valueHint: "ZONE", description: "Zone of the times shown (this machine's)" },
    json: { type: "boolean", description: "For machines: one JSON object a line" },
  },
  notes: [
    "Events come in the order they are stored, whatever their own time. One that occurs again within the span of de-duplication is shown again. When they come faster than they can be shown or read, stderr says how many were omitted.",
    "It continues across restarts of the service and shows the events stored meanwhile, until Ctrl-C or until its output is closed. With --json an event that occurs again is printed in its present state, with its new counter.",
  ],
  examples: [
    ["vigie tail 'host:web* severity<=4'", "problems on the web servers"],
    ["vigie tail --json --lines 0 | jq -r .message", "for a script, from now on"],
  ],
  async run({ args }) {
    const q = args._[0] ?? "";
    const lines = readLines(args.lines);
    const timezone = readTimezone(args.timezone);
    return tailEvents(await connect(args), { q, timezone, lines, asJson: args.json === true });
  },
});

function readLines(text: string | undefined): number {
  if (text === undefined) return 10;
  if (!/^\d{1,4}$/.test(text)) throw usageError(`--lines: expected a number from 0 to 9999, got "${text}".`);
  return Number(text);
}
