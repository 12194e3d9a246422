import { dateText } from "../../lib/zoned-text.ts";
import { patternOf } from "../../pattern/pattern-cache.ts";
import { eventTypes, facilityNames, type StoredEvent, severityNames, statusNames } from "./event.ts";
import { type FiredTriggerObject, firedTriggersOf } from "./fired-triggers.ts";

/** The traces of a trigger on an event. */
export interface NoteObject {
  trigger_id: number;
  text: string;
  /** Epoch seconds. */
  ts: number;
}

/** An event as it is on the wire. */
export interface EventObject {
  id: string;
  _id: string;
  /** Epoch seconds with microseconds. */
  first_occurrence: number;
  last_occurrence: number;
  /** In the reader's time zone, "YYYY/MM/DD HH:MM:SS". */
  first_occurrence_date: string;
  last_occurrence_date: string;
  counter: number;
  host: string;
  program: string;
  message: string;
  /** The id of the message's pattern. */
  pattern: string;
  cisco_mnemonic: string;
  severity: number;
  severity_name: string;
  facility: number;
  facility_name: string;
  status: number;
  status_name: string;
  type: string;
  user_tags: Record<string, string>;
  extra_fields: Record<string, unknown>;
  trigger_ids: number[];
  triggers_fired_count: number;
  triggers_fired_data: FiredTriggerObject[];
  notes: NoteObject[];
  /** In a search, where some occurrences lie outside its time range: those within. */
  in_range?: { first_occurrence: number; last_occurrence: number; counter: number };
}

/**
 * Dates are written in this time zone; without one in the service's own. `addTriggerData`: also what triggers fired.
 */
export function toEventObject(
  event: StoredEvent,
  timezone = Temporal.Now.timeZoneId(),
  addTriggerData = false,
): EventObject {
  const id = String(event.id);
  const first = event.times[0]!;
  const last = event.times[event.times.length - 1]!;
  return {
    id,
    _id: id,
    first_occurrence: first / 1e6,
    last_occurrence: last / 1e6,
    first_occurrence_date: dateText(first, timezone),
    last_occurrence_date: dateText(last, timezone),
    counter: event.times.length,
    host: event.host,
    program: event.program,
    message: event.message,
    pattern: patternOf(event.message),
    cisco_mnemonic: event.ciscoMnemonic,
    severity: event.severity,
    severity_name: severityNames[event.severity] ?? "",
    facility: event.facility,
    facility_name: facilityNames[event.facility] ?? "",
    status: event.status,
    status_name: statusNames[event.status] ?? "",
    type: eventTypes[event.type] ?? eventTypes[0],
    user_tags: toTagObject(event.tags),
    extra_fields: event.extra === "" ? {} : JSON.parse(event.extra),
    ...firedPart(event, addTriggerData),
  };
}

function firedPart(event: StoredEvent, addTriggerData: boolean) {
  if (event.fired === undefined)
    return { trigger_ids: [], triggers_fired_count: 0, triggers_fired_data: [], notes: [] };
  const fired = firedTriggersOf(event);
  return {
    trigger_ids: fired.map(({ id }) => id).sort((a, b) => a - b),
    triggers_fired_count: fired.length,
    triggers_fired_data: addTriggerData ? fired : [],
    notes: fired.flatMap(({ id, note_text: text, fired_at: ts }) =>
      text === "" ? [] : [{ trigger_id: id, text, ts }],
    ),
  };
}

/** Own properties only, so a tag named `__proto__` is a tag. */
function toTagObject(tags: readonly string[]): Record<string, string> {
  const pairs: [string, string][] = [];
  for (let i = 0; i < tags.length; i += 2) pairs.push([tags[i]!, tags[i + 1]!]);
  return Object.fromEntries(pairs);
}
