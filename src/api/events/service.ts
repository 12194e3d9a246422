import type { Principal } from "../../http/principal.ts";
import type { Intake } from "../../ingest/intake.ts";
import type { WorkerPool } from "../../jobs/worker-pool.ts";
import { notFound } from "../../lib/errors.ts";
import type { FieldLinks } from "../../query/action-hints.ts";
import type { EventAnswer, EventTask } from "../../query/answer-event.ts";
import type { SharedJson } from "../../query/shared-json.ts";

export type EventService = ReturnType<typeof createEventService>;

export interface EventServiceParts {
  intake: Pick<Intake, "snapshot" | "release" | "setAside">;
  pool: Pick<WorkerPool, "run">;
  links: FieldLinks;
  /** For dates. */
  timezone: string;
}

/** One event, as JSON text. What the caller's host limits hide is as if it were not there. */
export function createEventService({ intake, pool, links, timezone }: EventServiceParts) {
  return {
    read: (id: number, { hosts }: Principal, actionsHint: boolean) =>
      get({ part: "event", id, hosts, timezone, links: actionsHint ? links : undefined }),
    listTimestamps: (id: number, { hosts }: Principal) => get({ part: "timestamps", id, hosts, timezone }),
    listTriggers: (id: number, { hosts }: Principal) => get({ part: "triggers", id, hosts, timezone }),
  };

  async function get(wanted: Omit<EventTask, "snapshot">): Promise<SharedJson> {
    const snapshot = await intake.snapshot();
    try {
      const { json, damaged } = await pool.run<EventAnswer>("query", { ...wanted, snapshot }, "light");
      for (const { day, reason } of damaged) intake.setAside(day, reason);
      if (json === null) throw notFound();
      return json;
    } finally {
      intake.release(snapshot.lease);
    }
  }
}
