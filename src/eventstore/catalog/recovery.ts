import { faultOf, isDiskFull } from "../errors.ts";
import { type DayNumber, dayName } from "../event/days.ts";
import type { Repeat } from "../event/event.ts";
import { checksumOf, decompressRepeats, type LoggedCommit } from "../files/intake-log.ts";
import type { RenewableLog } from "../files/renewable-log.ts";
import { decodeSegment, type OpenedBytes, renumberSegment } from "../format/segment-bytes.ts";
import { FormatError } from "../format/segment-format.ts";
import { mergeInMemory } from "../merge/merge-in-memory.ts";
import { StoredSegment } from "../read/stored-segment.ts";
import { rowsByDay } from "./rows-by-day.ts";
import type { TailDamage } from "./tail-damage.ts";

export interface ReplayTarget {
  /** The last commit that the day's file is complete for. */
  sealedCommit(day: string): number;
  addEvents(bytes: SharedArrayBuffer, opened?: OpenedBytes): void;
  addRepeat(repeat: Repeat, commit: number): void;
}

/**
 * Restores what the intake log holds and no day file has. Unreadable commits are written to a file of their own and
 * taken out of the log. What a start does, after `kill -9` too, in order:
 *
 * 1. open-event-store.ts opens the intake log; a damaged one is set aside (set-file-aside.ts), and what can still be
 *    read of it is taken over (salvage-intake.ts).
 * 2. day-loader.ts loads the days, by the manifest where their files look as it says.
 * 3. `FileEventStore` calls this: commits that their day does not have become the tail again.
 * 4. restore-dedup.ts (intake) gives de-duplication its memory back, from the identity log and the store.
 */
export function replay(intake: RenewableLog, target: ReplayTarget, damage: TailDamage): void {
  for (const commit of intake.commits()) {
    const isWhole = checksumOf(commit.data, commit.repeats) === commit.checksum;
    // One of them may be damaged without the other.
    const hasEvents = isWhole && addUnsealed(commit, target);
    const repeats = isWhole ? readRepeats(commit) : undefined;
    for (const repeat of repeats ?? []) target.addRepeat(repeat, commit.number);
    if (!hasEvents || !repeats) putAside(intake, commit, { hasEvents, hasRepeats: repeats !== undefined }, damage);
  }
}

/** Unreadable commits go to a file of their own; when the disk is full they stay in the log. */
function putAside(
  intake: RenewableLog,
  commit: LoggedCommit,
  { hasEvents, hasRepeats }: { hasEvents: boolean; hasRepeats: boolean },
  damage: TailDamage,
): void {
  try {
    damage.write(commit, "");
    if (hasRepeats) intake.removeEvents(commit);
    else if (hasEvents) intake.removeRepeats(commit);
    else intake.remove(commit);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    damage.left(commit);
  }
}

function readRepeats({ repeats }: LoggedCommit): Repeat[] | undefined {
  return attempt(() => (repeats ? decompressRepeats(repeats) : []));
}

/** Undefined when the bytes make no sense. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (faultOf(error) !== "content") throw error;
    return undefined;
  }
}

/** Adds the events whose day does not have this commit yet. False when they cannot be read. */
function addUnsealed({ data, number, firstId, events }: LoggedCommit, target: ReplayTarget): boolean {
  const read = attempt((): { bytes?: SharedArrayBuffer; opened?: OpenedBytes } => {
    if (!data) return {};
    const { bytes, opened } = openCommit(data, firstId);
    const { rows: found } = opened.directory;
    if (found !== events) throw new FormatError(`Commit ${number} is of ${events} events and has ${found}.`);
    const view = new StoredSegment(opened.directory, opened.source);
    const days = rowsByDay(view);
    const isSealed = (day: DayNumber) => target.sealedCommit(dayName(day)) >= number;
    const open = [...days].filter(([day]) => !isSealed(day));
    if (open.length === days.size) return { bytes, opened };
    if (open.length === 0) return {};
    const rows = open.map(([, some]) => some!);
    return { bytes: subset(view, rows) };
  });
  if (!read?.bytes) return read !== undefined;
  const { bytes, opened } = read;
  return attempt(() => target.addEvents(bytes, opened) ?? true) === true;
}

function openCommit(data: Uint8Array, firstId: number): { bytes: SharedArrayBuffer; opened: OpenedBytes } {
  const unpacked = Bun.zstdDecompressSync(data as Uint8Array<ArrayBuffer>);
  const bytes = new SharedArrayBuffer(unpacked.length);
  new Uint8Array(bytes).set(unpacked);
  const opened = decodeSegment(bytes, false);
  if (opened.directory.minId === firstId) return { bytes, opened };
  renumberSegment(bytes, firstId);
  return { bytes, opened: decodeSegment(bytes, false) };
}

function subset(view: StoredSegment, lists: readonly Uint32Array[]): SharedArrayBuffer {
  const rows = Uint32Array.from(lists.flatMap((list) => [...list])).sort();
  const work = mergeInMemory([{ view, rows }]);
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
