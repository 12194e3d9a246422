import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { event } from "./event-arbitrary.ts";

/**
 * An event in the form of the store; `micros`: its one occurrence. Of three hosts by turns, unless `more` names one.
 */
export function storedEvent(id: number, micros: number, more: Partial<StoredEvent> = {}): StoredEvent {
  return { id, ...event("m", micros, { host: `web${id % 3}`, program: "", severity: 3, facility: 4 }), ...more };
}
