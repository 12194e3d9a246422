import type { SeenEvent } from "../../db/schema/tasks.ts";
import { may, type Principal } from "../../http/access/principal.ts";
import { AppError } from "../../lib/errors.ts";
import { seenAtOnceMax } from "./limits.ts";

/** The present state of those events that the caller may see, by id. */
export type SeeEvents = (principal: Principal, ids: readonly string[]) => Promise<Map<string, SeenEvent>>;

/** Gives the JSON of an event as the API answers it; throws `not_found` for events that the caller may not see. */
type ReadEvent = (id: number, principal: Principal) => Promise<Uint8Array>;

export function createSeeEvents(read: ReadEvent): SeeEvents {
  return async (principal, ids) => {
    const seen = new Map<string, SeenEvent>();
    if (!may(principal, "search_events")) return seen;
    // One after the other: a link of a hundred events is no reason to keep all threads from questions.
    for (const id of ids.slice(0, seenAtOnceMax)) {
      const event = await see(read, principal, id);
      if (event !== undefined) seen.set(id, event);
    }
    return seen;
  };
}

async function see(read: ReadEvent, principal: Principal, id: string): Promise<SeenEvent | undefined> {
  if (!Number.isSafeInteger(Number(id))) return undefined;
  try {
    const event = JSON.parse(Buffer.from(await read(Number(id), principal)).toString()) as SeenEvent;
    const { host, program, severity, message, counter, first_occurrence, last_occurrence } = event;
    return { host, program, severity, message, counter, first_occurrence, last_occurrence };
  } catch (error) {
    // A link to an event that no longer exists is still a link, and so is one that is made while vigie is busy.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
