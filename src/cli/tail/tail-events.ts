import { once } from "node:events";
import { RequestError, type ServiceClient } from "../http-client.ts";
import { countOf, createPaint } from "../output.ts";
import { explainQueryError } from "../query/explain-error.ts";
import { runQuery } from "../query/run-query.ts";
import { eventLine, type TailEvent } from "./event-line.ts";
import { follow } from "./follow.ts";
import type { SentMessage } from "./read-messages.ts";

interface TailOptions {
  q: string;
  /** Number of the newest events of the last day to show first. */
  lines: number;
  timezone: string;
  asJson: boolean;
}

/** Shows events as they are stored until Ctrl-C, or until the reader goes away. Returns the exit code. */
export async function tailEvents(client: ServiceClient, options: TailOptions): Promise<number> {
  const { q, lines } = options;
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  process.stdout.once("error", () => stop.abort());
  const print = printerOf(options.asJson, options.timezone, stop.signal);
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

/** Waits for a slow reader, which slows the service down as well. */
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
