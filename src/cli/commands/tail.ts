import { once } from "node:events";
import { defineVigieCommand, usageError } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { RequestError, type ServiceClient } from "../http-client.ts";
import { countOf, createPaint } from "../output.ts";
import { explainQueryError } from "../query/explain-error.ts";
import { runQuery } from "../query/run-query.ts";
import { eventLine, type TailEvent } from "../tail/event-line.ts";
import { follow } from "../tail/follow.ts";
import type { SentMessage } from "../tail/read-messages.ts";
import { readTimezone } from "../time-arguments.ts";

export const tailCommand = defineVigieCommand({
  meta: { name: "tail", description: "Follow events as a running service stores them" },
  args: {
    query: {
      type: "positional",
      required: false,
      description: "Which events, one line of the query language; none: all",
    },
    ...connectionArguments,
    lines: { type: "string", valueHint: "N", description: "Begin with the newest N events of the last day (10)" },
    timezone: { type: "string", valueHint: "ZONE", description: "Zone of the times shown (this machine's)" },
    json: { type: "boolean", description: "For machines: one JSON object a line" },
  },
  notes: [
    "Events come in the order they are stored, whatever their own time. One that occurs again within the span of de-duplication is shown again. When they come faster than they can be shown, or are read too slowly, stderr says how many are left out.",
    "It goes on over restarts of the service and shows what came meanwhile, until Ctrl-C or until whoever reads its output goes away. With --json an event that occurs again stands there as it is now, with its new counter.",
  ],
  examples: [
    ["vigie tail 'host:web* severity<=4'", "what goes wrong on the web servers"],
    ["vigie tail --json --lines 0 | jq -r .message", "for a script, from now on"],
  ],
  async run({ args }) {
    const q = args._[0] ?? "";
    const lines = readLines(args.lines);
    const timezone = readTimezone(args.timezone);
    const client = await connect(args);
    const stop = new AbortController();
    process.once("SIGINT", () => stop.abort());
    process.once("SIGTERM", () => stop.abort());
    process.stdout.once("error", () => stop.abort());
    const print = printerOf(args.json === true, timezone, stop.signal);
    try {
      await follow(
        client,
        {
          q,
          onOpen: async (after) => {
            for (const event of await newestEvents(client, q, lines, stop.signal))
              if (Number(event.id) <= Number(after)) await print.event(event);
          },
          onMessage: (message) => showMessage(message, print),
          onWait: (reason) => process.stderr.write(`vigie: ${reason} Asking again.\n`),
        },
        stop.signal,
      );
      return 0;
    } catch (error) {
      if (error instanceof RequestError && error.status === 400) throw explainQueryError(error, q);
      throw error;
    }
  },
});

function readLines(text: string | undefined): number {
  if (text === undefined) return 10;
  if (!/^\d{1,4}$/.test(text)) throw usageError(`--lines: expected a number from 0 to 9999, got "${text}".`);
  return Number(text);
}

/** Oldest first. */
async function newestEvents(
  client: ServiceClient,
  q: string,
  lines: number,
  signal: AbortSignal,
): Promise<TailEvent[]> {
  if (lines === 0) return [];
  const params = { page_size: lines, time_range: { preset: "last_1_days" }, ...(q !== "" && { q }) };
  const { results } = await runQuery(client, { type: "Search", params }, signal, () => undefined);
  return ((results?.events as { objects: TailEvent[] } | undefined)?.objects ?? []).reverse();
}

interface Printer {
  event(event: TailEvent, repeated?: number): Promise<void>;
}

/** Waits for whoever reads slowly, so that the service knows. */
function printerOf(asJson: boolean, timezone: string, signal: AbortSignal): Printer {
  const paint = createPaint(process.stdout);
  return {
    async event(event, repeated) {
      const text = asJson ? JSON.stringify(event) : eventLine(event, timezone, paint, repeated);
      if (!process.stdout.write(`${text}\n`)) await once(process.stdout, "drain", { signal }).catch(() => undefined);
    },
  };
}

async function showMessage({ name, data }: SentMessage, print: Printer): Promise<void> {
  if (name === "event") await print.event(JSON.parse(data) as TailEvent);
  if (name === "repeat") {
    const { repeated, event } = JSON.parse(data) as { repeated: number; event: TailEvent };
    await print.event(event, repeated);
  }
  if (name === "missed") {
    const { count } = JSON.parse(data) as { count: number | null };
    const text =
      count === null ? "An unknown number of events is" : `${countOf(count, "event")} ${count === 1 ? "is" : "are"}`;
    process.stderr.write(`${createPaint(process.stderr)("yellow", `${text} left out here.`)}\n`);
  }
}
