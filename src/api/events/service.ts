import type { Principal } from "../../http/access/principal.ts";
import type { Intake } from "../../ingest/intake.ts";
import type { WorkerPool } from "../../jobs/worker-pool.ts";
import { notFound } from "../../lib/errors.ts";
import type { FieldLinks } from "../../query/action-hints.ts";
import type { EventTask } from "../../query/answer/answer-event.ts";
import type { DamageFound } from "../../query/answer/damage.ts";
import type { SharedJson } from "../../query/shared-json.ts";
import { damagedDaysMax } from "./limits.ts";

export type EventService = ReturnType<typeof createEventService>;

export interface EventServiceParts {
  intake: Pick<Intake, "snapshot" | "release" | "setAside">;
  pool: Pick<WorkerPool, "run">;
  links: FieldLinks;
  /** For dates. */
  timezone: string;
}

/** What an event is to say beyond its fields. */
interface ReadOptions {
  actionsHint?: boolean | undefined;
  addTriggerData?: boolean | undefined;
}

type Wanted = Omit<EventTask, "snapshot">;
type Found = SharedJson | null | DamageFound;

/** One event, as JSON text. What the caller's host limits hide is as if it were not there. */
export function createEventService({ intake, pool, links, timezone }: EventServiceParts) {
  return {
    read: (id: number, { hosts }: Principal, { actionsHint = false, addTriggerData = false }: ReadOptions) =>
      get({ part: "event", id, hosts, timezone, addTriggerData, links: actionsHint ? links : undefined }),
    listTimestamps: (id: number, { hosts }: Principal) => get({ part: "timestamps", id, hosts, timezone }),
    listTriggers: (id: number, { hosts }: Principal) => get({ part: "triggers", id, hosts, timezone }),
  };

  async function get(wanted: Wanted): Promise<SharedJson> {
    for (let attempt = 0; attempt < damagedDaysMax; attempt++) {
      const found = await find(wanted);
      if (found === null) throw notFound();
      if (!("damaged" in found)) return found;
      intake.setAside(found.damaged.day, found.damaged.reason);
    }
    throw new Error(`more than ${damagedDaysMax} days were found damaged while event ${wanted.id} was looked for`);
  }

  async function find(wanted: Wanted): Promise<Found> {
    const snapshot = await intake.snapshot();
    try {
      return await pool.run<Found>("query", { ...wanted, snapshot }, "light");
    } finally {
      intake.release(snapshot.lease);
    }
  }
}
