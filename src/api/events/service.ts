import { askUndamaged, borrow } from "../../engine/ask.ts";
import type { Engine } from "../../engine/open-engine.ts";
import type { Principal } from "../../http/access/principal.ts";
import { notFound } from "../../lib/errors.ts";
import type { FieldLinks } from "../../query/action-hints.ts";
import type { EventTask } from "../../query/answer/answer-event.ts";
import type { DamageFound } from "../../query/answer/damage.ts";
import type { SharedJson } from "../../query/shared-json.ts";

export type EventService = ReturnType<typeof createEventService>;

export interface EventServiceParts {
  engine: Pick<Engine, "instants" | "threads">;
  links: FieldLinks;
  /** For dates. */
  timezone: string;
}

/** Optional parts of the answer, besides the event's fields. */
interface ReadOptions {
  actionsHint?: boolean | undefined;
  addTriggerData?: boolean | undefined;
}

type Wanted = Omit<EventTask, "snapshot">;

/** One event, as JSON text. Events that the caller's host limits hide do not exist for him. */
export function createEventService({ engine, links, timezone }: EventServiceParts) {
  const { instants, threads } = engine;
  return {
    read: (id: number, { hosts }: Principal, { actionsHint = false, addTriggerData = false }: ReadOptions = {}) =>
      get({ part: "event", id, hosts, timezone, addTriggerData, links: actionsHint ? links : undefined }),
    listTimestamps: (id: number, { hosts }: Principal) => get({ part: "timestamps", id, hosts, timezone }),
    listTriggers: (id: number, { hosts }: Principal) => get({ part: "triggers", id, hosts, timezone }),
  };

  async function get(wanted: Wanted): Promise<SharedJson> {
    const { answer } = await askUndamaged(
      instants,
      () => borrow(instants),
      (snapshot) => threads.run<SharedJson | null | DamageFound>({ kind: "event", ...wanted, snapshot }),
    );
    if (answer === null) throw notFound();
    return answer;
  }
}
