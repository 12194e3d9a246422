import type { EventObject } from "../../eventstore/event/event-object.ts";
import type { Principal } from "../../http/access/principal.ts";
import { AppError } from "../../lib/errors.ts";
import type { SampleEvent } from "../../performance/measure/measure-rules.ts";
import type { RunControl } from "../../performance/workload.ts";
import type { Ask } from "./ask-question.ts";
import { storedSamples } from "./limits.ts";

/**
 * The newest events that the caller may see, in the form in which they could be sent again: with the results of rules
 * and triggers, except for their marks.
 */
export async function listStoredSamples(ask: Ask, principal: Principal, control: RunControl): Promise<SampleEvent[]> {
  const now = Math.floor(Date.now() / 1000);
  // Clocks of senders may be a day ahead.
  const time_range = { ts_from: now - 7 * daySeconds, ts_to: now + daySeconds };
  const params = { time_range, page_size: storedSamples, count: false };
  const { results } = await ask({ type: "Search", params }, principal, control);
  const { events } = JSON.parse(Buffer.from(results).toString("utf8")) as { events: { objects: EventObject[] } };
  return events.objects.map(({ host, program, message, severity, facility, user_tags, extra_fields }) => ({
    ...{ host, program, message, severity, facility, user_tags },
    ...(Object.keys(extra_fields).length > 0 ? { extra_fields } : {}),
  }));
}

const daySeconds = 86_400;

export function requireSome(samples: SampleEvent[]): SampleEvent[] {
  if (samples.length > 0) return samples;
  throw new AppError("not_found", "No event of the last 7 days is visible to you.");
}
