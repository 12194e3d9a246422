import type { BuiltEvents } from "./build/event-draft.ts";
import type { EventRow, Repeat, StoredEvent } from "./event/event.ts";
import type { Damage, DamagedDay, Snapshot, TimeSpan } from "./snapshot.ts";
import type { ParkedJob } from "./upkeep/parked-jobs.ts";

/** Why something received was not stored as it came; the keys of the loss ledger. */
export const lossCauses = [
  "rejected",
  "cut",
  "out_of_time",
  "overload",
  "disk_full",
  "rule_dropped",
  "udp_dropped",
  // Stored, as cut and out_of_time are.
  "without_time",
  "rule_overwrote",
  // Not stored.
  "too_large",
  "over_quota",
] as const;
export type LossCause = (typeof lossCauses)[number];
export type LossCounts = Record<LossCause, number>;

/** Why a delivery was refused as a whole. */
export const refusalCauses = [
  "rejected",
  "too_large",
  "over_quota",
  "overload",
  "disk_full",
  // Without a valid token.
  "unauthorized",
] as const;
export type RefusalCause = (typeof refusalCauses)[number];

/** Deliveries of which nobody knows how many events were in them. */
export interface Uncounted {
  deliveries: number;
  /** As they were sent, so far as that is known. */
  bytes: number;
}
export type UncountedCounts = Partial<Record<RefusalCause, Uncounted>>;

/** Adds to `counts`. */
export function addUncounted(counts: UncountedCounts, more: UncountedCounts): void {
  for (const cause of refusalCauses) {
    const added = more[cause];
    if (added === undefined) continue;
    const { deliveries, bytes } = counts[cause] ?? { deliveries: 0, bytes: 0 };
    counts[cause] = { deliveries: deliveries + added.deliveries, bytes: bytes + added.bytes };
  }
}

/** The sum of the counts of all these, with every cause. */
export function uncountedOf(origins: readonly OriginCounts[]): Record<RefusalCause, Uncounted> {
  const sums: UncountedCounts = {};
  for (const { uncounted } of origins) addUncounted(sums, uncounted);
  const none = { deliveries: 0, bytes: 0 };
  return Object.fromEntries(refusalCauses.map((cause) => [cause, sums[cause] ?? none])) as Record<
    RefusalCause,
    Uncounted
  >;
}

/** Sender of events, as the loss ledger tells senders apart. */
export interface Origin {
  /** How they were sent: "http", "elasticsearch", "syslog-udp" … */
  protocol: string;
  /** Address of the peer; "" for none, and for those of a protocol that were too many to be told apart. */
  source: string;
  /** Row id of the token; 0: none. */
  tokenId: number;
}

/** received = stored occurrences + `loss` of the causes for which something was not stored at all. */
export interface OriginCounts extends Origin {
  received: number;
  stored: number;
  loss: Partial<LossCounts>;
  /** Losses that are in none of these counts. */
  uncounted: UncountedCounts;
}

/** Everything that one commit makes durable, whole or not at all. */
export interface Commit {
  /** New events in the order they came; the first gets `nextId`, the second `nextId + 1`, … */
  events: readonly EventRow[] | BuiltEvents;
  /**
   * Later occurrences of events stored before, or of built events of this commit (never of objects of the same commit).
   */
  repeats: Repeat[];
  /** Retry keys to remember for 10 minutes, those of streams for ever, each with the answer to give again. */
  keys: { key: string; answer: string }[];
  /** Added to the ledger. */
  losses: Partial<LossCounts>;
  /** Events taken in, stored or not: the left side of "received = stored + not stored". */
  received: number;
  /** `losses` and `received` by where they came from. */
  origins?: readonly OriginCounts[];
}

/**
 * The only writer of a data folder's event files. Lives in the intake thread (or in `vigie import --data`); apart from
 * its own upkeep thread, which does the jobs that it gives, nothing else opens the files for writing. All calls are
 * synchronous.
 */
export interface EventStore {
  /** The id the next new event will get. */
  readonly nextId: number;
  /** Something that was written is not on disk yet. */
  readonly isSyncing: boolean;
  /**
   * True while large bodies should wait: the tail is far over its limit and a seal is due or running. `onUpkeep` says
   * when to look again.
   */
  readonly isCrowded: boolean;
  /**
   * True while everything should wait: more would fill the memory. False when no seal comes that could be waited for.
   */
  readonly isOverfull: boolean;
  /**
   * Written when it returns, after all that was written before, and on its way to the disk; the next ids follow on its
   * events. It is on disk, and in snapshots, when `whenDurable` says so. Throws DiskFullError, having changed nothing,
   * when there is no room.
   */
  write(commit: Commit): void;
  /**
   * `listener` is called, once, when all that is written now is on disk and in snapshots: at once, or from within
   * `runDurable` or `flush`, in the order of the calls.
   */
  whenDurable(listener: () => void): void;
  /**
   * Makes visible what has reached the disk. Throws when the disk failed: its contents are then unknown and the store
   * cannot go on.
   */
  runDurable(): void;
  /** `listener` is called when `runDurable` should be. */
  onSynced(listener: () => void): void;
  /** Waits until all that was written is on disk, and shows it. Throws as `runDurable` does. */
  flush(): void;
  /** The answer that was given for this key, if it is still remembered. */
  answerFor(key: string): string | undefined;
  /**
   * Everything that came on disk before this call, nothing after. Without a span: all time. `asOf`: also tells what
   * came after that commit.
   */
  snapshot(span?: TimeSpan, asOf?: number): Snapshot;
  release(lease: number): void;
  /**
   * Whether snapshots have the event, or will have it once it is on disk; so every id that is still to be given is
   * shown, too. False when it was set aside, or removed by retention.
   */
  shows(id: number): boolean;
  /** Events not sealed yet, from this id on, in id order: what de-duplication remembers after a restart. */
  unsealed(firstId?: number): Iterable<StoredEvent>;
  /**
   * Advances sealing, compaction and retention, which another thread works on: takes a moment, plus up to `waitMs`
   * (default 0) waiting for that thread. True while something is under way.
   */
  doUpkeep(waitMs?: number): boolean;
  /** `listener` is called when `doUpkeep` should be because the other thread has done something. */
  onUpkeep(listener: () => void): void;
  /**
   * Milliseconds until `doUpkeep` should be called although nothing came in and nothing was done; undefined: not at
   * all.
   */
  nextUpkeepMs(): number | undefined;
  status(): StoreStatus;
  /** Minutes with arrivals, ascending; kept for 400 days. Epoch milliseconds, `fromMs` included, `toMs` not. */
  arrivals(fromMs: number, toMs: number): ArrivalMinute[];
  /**
   * Call it when reading threw DamagedSegmentError: later snapshots leave the segment or day out and name it in their
   * warnings. A segment stays where it is and is rewritten when possible. A file that is not a sound database is
   * renamed, and new events of its day get a new file. No effect the second time.
   */
  setAside(damage: Damage): void;
  /** From now on this is kept and not what the options say: days, and bytes of the folder; undefined: no bound. */
  setRetention(rule: { days: number | undefined; bytes: number | undefined }): void;
  /** Seals what is in memory, for `sealMs` at most, folds the write-ahead logs, closes the files. */
  close(sealMs?: number): void;
}

export interface StoreStatus {
  days: { day: string; events: number; occurrences: number; bytes: number; segments: number }[];
  damaged: DamagedDay[];
  /** Upkeep that has failed time and again, each for itself; the rest goes on. */
  parked: ParkedJob[];
  /** Unsealed. */
  tail: { events: number; bytes: number; segments: number };
  received: number;
  /** Occurrences ever stored, also those that retention has removed since. */
  stored: number;
  loss: LossCounts;
  /** Received since origins are told apart; most recently heard first. */
  origins: OriginCounts[];
  freeBytes: number;
  nextId: number;
}

/** Arrivals in one minute, by the clock of arrival. */
export interface ArrivalMinute {
  /** Epoch milliseconds of the minute's begin. */
  timeMs: number;
  new: number;
  duplicates: number;
  /** Received and not stored, whatever the cause. */
  dropped: number;
  /** Stored under their time of arrival. */
  outOfTime: number;
}
