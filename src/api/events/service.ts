import type { Snapshot } from "../../eventstore/snapshot.ts";
import type { Principal } from "../../http/principal.ts";
import { notFound } from "../../lib/errors.ts";
import type { FieldLinks } from "../../query/action-hints.ts";
import type { EventTask } from "../../query/answer-event.ts";

export type EventService = ReturnType<typeof createEventService>;

export interface EventServiceParts {
  snapshot(): Promise<Snapshot>;
  release(lease: number): void;
  /** Answers in a worker thread: JSON text, undefined when there is no such event for the caller. */
  answer(task: EventTask): Promise<Uint8Array<ArrayBuffer> | undefined>;
  links: FieldLinks;
}

/** One event, as JSON text. What the caller's host limits hide is as if it were not there. */
export function createEventService({ snapshot, release, answer, links }: EventServiceParts) {
  return {
    read: (id: number, principal: Principal, actionsHint: boolean) =>
      ask(id, principal, { part: "event", links: actionsHint ? links : undefined }),
    listTimestamps: (id: number, principal: Principal) => ask(id, principal, { part: "timestamps" }),
    listTriggers: (id: number, principal: Principal) => ask(id, principal, { part: "triggers" }),
  };

  async function ask(id: number, { hosts }: Principal, wanted: Pick<EventTask, "part" | "links">) {
    const instant = await snapshot();
    try {
      const text = await answer({ ...wanted, id, hosts, snapshot: instant });
      if (text === undefined) throw notFound();
      return text;
    } finally {
      release(instant.lease);
    }
  }
}
