/**
 * The traces of a trigger on an event it fired for, as of that moment: the trigger may be renamed or removed later. The
 * names are those on the wire, since this is stored as JSON.
 */
export interface FiredTrigger {
  id: number;
  name: string;
  mark_actionable: boolean;
  mark_known: boolean;
  /** A template; "" for none. */
  note_text: string;
}

/**
 * The triggers that fired for one occurrence, in the order they fired, as one text; "" when none did. Identical sets
 * must be identical texts: they are kept once for all occurrences that have them.
 */
export function firedSetOf(fired: readonly FiredTrigger[]): string {
  if (fired.length === 0) return "";
  return JSON.stringify(
    fired.map(({ id, name, mark_actionable, mark_known, note_text }) => ({
      id,
      name,
      mark_actionable,
      mark_known,
      note_text,
    })),
  );
}

export function triggersOf(set: string): readonly FiredTrigger[] {
  if (set === "") return none;
  const known = parsedCache.get(set);
  if (known) return known;
  if (parsedCache.size >= parsedMax) parsedCache.clear();
  const fired: FiredTrigger[] = JSON.parse(set);
  parsedCache.set(set, fired);
  return fired;
}

/**
 * The status of an event that had `status` before an occurrence with this set: actionable outweighs known, known
 * outweighs nothing.
 */
export function statusAfter(status: number, set: string): number {
  for (const { mark_actionable, mark_known } of triggersOf(set)) {
    if (mark_actionable) return actionable;
    if (mark_known && status === unknown) status = nonActionable;
  }
  return status;
}

/** Indexes into `statusNames`. */
const unknown = 0;
const actionable = 1;
const nonActionable = 2;

const none: readonly FiredTrigger[] = [];
/** Sets kept parsed in each thread: as many as there are mixtures of triggers that fire together, in practice few. */
const parsedMax = 1_000;
const parsedCache = new Map<string, readonly FiredTrigger[]>();
