import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../lib/errors.ts";
import { CommandError } from "../command.ts";
import { RequestError, type ServiceClient } from "../http-client.ts";
import { readMessages, type SentMessage } from "./read-messages.ts";

export interface Following {
  /** One line of the query language; "": all events. */
  q: string;
  /** Everything is shown from here on; called once, before the first message, with the id of the newest event. */
  onOpen(after: string): Promise<void>;
  /** `event`, `repeat` or `missed`. */
  onMessage(message: SentMessage): Promise<void>;
  /** The service is away, or gave a reason to stop; it is asked again. */
  onWait(reason: string): void;
}

/**
 * Follows the live tail of a service until the signal, also across restarts: then it continues after the last event.
 * Throws CommandError: at first for any failure, later for those that asking again does not mend.
 */
export async function follow(client: ServiceClient, following: Following, signal: AbortSignal): Promise<void> {
  let after: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    let reason = "the connection has ended";
    try {
      const response = await client.open(pathOf(following.q, after), signal);
      failures = 0;
      for await (const { name, id, data } of readMessages(response.body as ReadableStream<Uint8Array<ArrayBuffer>>)) {
        if (name === "end") reason = (JSON.parse(data) as { reason: string }).reason;
        else if (name === "open" && after === undefined) await following.onOpen(id!);
        else if (name !== "open" && name !== "") await following.onMessage({ name, id, data });
        after = id ?? after;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (after === undefined || !isPassing(error)) throw error;
      reason = messageOf(error);
    }
    if (signal.aborted) return;
    if (after === undefined) throw new CommandError(`The tail has ended: ${reason}`);
    following.onWait(reason);
    await sleep(Math.min(firstWaitMs * 2 ** failures++, waitMsMax), undefined, { signal }).catch(() => undefined);
  }
}

const firstWaitMs = 250;
const waitMsMax = 5_000;

function pathOf(q: string, after: string | undefined): string {
  const parameters = new URLSearchParams({ ...(q !== "" && { q }), ...(after !== undefined && { after }) });
  return `/api/tail?${parameters}`;
}

/** The service is restarting, overfull, or the connection broke. */
function isPassing(error: unknown): boolean {
  return !(error instanceof RequestError) || error.status === 0 || error.status === 429 || error.status >= 500;
}
