import type { StoredEvent } from "../../src/eventstore/event.ts";

/** An event as the store has it; `micros`: its one occurrence. Of three hosts by turns, unless `more` says otherwise. */
export function storedEvent(id: number, micros: number, more: Partial<StoredEvent> = {}): StoredEvent {
  return {
    id,
    times: [micros],
    host: `web${id % 3}`,
    program: "",
    message: "m",
    severity: 3,
    facility: 4,
    type: 2,
    status: 0,
    ciscoMnemonic: "",
    tags: [],
    extra: "",
    ...more,
  };
}
