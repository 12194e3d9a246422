import type {
  ArrivalMinute,
  LossCause,
  Origin,
  RefusalCause,
  StoreStatus,
  Uncounted,
} from "../eventstore/event-store.ts";
import type { Damage, Snapshot, TimeSpan } from "../eventstore/snapshot.ts";
import type { StopTime } from "../lib/stop/stop-time.ts";
import type { RuleReading } from "../parser-rules/files/rule-reading.ts";
import type { RuleState } from "../parser-rules/run/active-rules.ts";
import type { ActiveTrigger } from "../triggers/active-trigger.ts";
import type { KnownPatterns } from "../triggers/known-patterns.ts";

/** Bodies in foreign formats; `protocols/protocols.ts` has their readers. */
export type ProtocolFormat =
  | "datadog"
  | "elasticsearch"
  | "forward"
  | "gelf"
  | "gelf-frames"
  | "journald"
  | "loki"
  | "otlp"
  | "seq"
  | "splunk"
  | "syslog";

/** How to read a body that came in. */
export type BodyFormat =
  | "events" // POST /incoming: {"events": [...]}, JSON list, one object, NDJSON
  | "raw" // POST /incoming/raw: any JSON or text lines
  | ProtocolFormat;

/** How events reach us: the names under which the ledger counts them. */
export type Protocol =
  | "http"
  | "import"
  | "internal"
  | "datadog"
  | "elasticsearch"
  | "gelf"
  | "journald"
  | "loki"
  | "otlp"
  | "seq"
  | "splunk"
  | HeldProtocol;

/**
 * Those whose senders are never told to send again: the listener keeps a delivery that cannot be taken, reads nothing
 * more meanwhile and tries again, so a refusal is no loss.
 */
export const heldProtocols = ["forward", "gelf-tcp", "gelf-udp", "syslog-tcp", "syslog-tls", "syslog-udp"] as const;
export type HeldProtocol = (typeof heldProtocols)[number];

/** See `heldProtocols`. */
export function isHeld(protocol: string): boolean {
  return (heldProtocols as readonly string[]).includes(protocol);
}

export interface Delivery {
  /** The body as it came; handed over, the sender must not use it again. In shared memory: until the answer. */
  bytes: Uint8Array;
  /** Addresses of the peers of a framed body, by their numbers in it. */
  sources?: readonly string[];
  /** Nobody else sees the bytes: the memory of a large body is freed as soon as it is read. */
  isOwn?: boolean;
  /** They lie at the beginning of shared memory in which later bodies will come. */
  isReused?: boolean;
  format: BodyFormat;
  /** The body's `Content-Encoding`: "", gzip, deflate, zstd, snappy, or a list of two. */
  contentEncoding: string;
  /** Media type in lower case without parameters, "" when none was given. */
  mediaType: string;
  /** Value of `Idempotency-Key`, "" when none. */
  idempotencyKey: string;
  /** The owner of these retry keys (such as "user 7"): two senders may use one key. "" for the only one. */
  sender?: string;
  protocol: Protocol;
  /** Row id of the token it came with; absent: none. */
  tokenId?: number;
  /** Peer address, the host of events that name none. */
  address: string;
  /** The host of such events when the request names another one than the peer. */
  host?: string;
  /** eventTypes index for events that do not say: HTTP, or FILE for imports. */
  type: number;
  /** User tags for events that do not have them: name, value, name, value … */
  defaultTags?: string[];
  /** Values of the request outside its body, for the reader of its protocol; the names are the protocol's. */
  hints?: Readonly<Record<string, string>>;
}

/** The ledger's name for a delivery's sender. */
export function originOf({
  protocol,
  address,
  tokenId = 0,
}: Pick<Delivery, "protocol" | "address" | "tokenId">): Origin {
  return { protocol, source: address, tokenId };
}

/** The outcome of a delivery; sent only when the events are on disk. */
export interface Receipt {
  /** Includes events that a parser rule dropped: sending them again would change nothing. */
  accepted: number;
  /** Accepted events that were repeats, or stored by an earlier delivery. */
  duplicates: number;
  /** Accepted events cut at a bound, such as a message over 64 KiB. */
  cut: number;
  /** Accepted events stored under their time of arrival, because their own time cannot be right. */
  outOfTime: number;
  /** Accepted events stored under their time of arrival, because no time was understood. */
  withoutTime: number;
  /** The first 100, by index among the events of the body (blank lines do not count). */
  rejected: { index: number; error: string }[];
  rejectedCount: number;
  /** Remarks for people on how lines were read that do not say it themselves. */
  notes?: string[];
  /** Additions to these counts, in the words of the sender's protocol. */
  answer?: string;
}

/**
 * The intake thread as the main thread sees it. `deliver` rejects with AppError: `invalid` (nothing in the body is
 * usable; `details.body` then holds `rejected` and `rejected_count`), `too_large`, `unsupported_media_type`, `too_many`
 * (overfull, Retry-After), `unavailable` (disk full, Retry-After).
 */
export interface Intake {
  deliver(delivery: Delivery): Promise<Receipt>;
  snapshot(span?: TimeSpan, asOf?: number): Promise<Snapshot>;
  release(lease: number): void;
  status(): Promise<StoreStatus>;
  /** Minutes with arrivals, ascending; epoch milliseconds, `fromMs` included, `toMs` not. See EventStore. */
  arrivals(fromMs: number, toMs: number): Promise<ArrivalMinute[]>;
  /**
   * From now on every event delivered after this call is tested with the triggers that `read` returns. They are read
   * once, with the next delivery.
   */
  setTriggers(read: () => readonly ActiveTrigger[]): void;
  /** The store's patterns at some instant after triggers that wait for new ones were set. */
  knowPatterns(patterns: KnownPatterns): void;
  /** Counts events that were refused before they could be delivered. */
  countLoss(origin: Origin, cause: LossCause, count: number): void;
  /** Counts refused deliveries of which nobody knows how many events were in them. */
  countUncounted(origin: Origin, cause: RefusalCause, refused: Uncounted): void;
  /** Sets the retention from now on, in place of the options. */
  setRetention(kept: KeptEvents): void;
  /** A reader could not read a segment or day; see EventStore. */
  setAside(damage: Damage): void;
  /**
   * Reads parser rules that changed, except those in `readings`; those of the file `renewed` are always read again.
   * They apply to every event delivered after the answer.
   */
  reloadRules(renewed?: string, readings?: readonly RuleReading[]): Promise<RuleState[]>;
  ruleStates(): Promise<RuleState[]>;
  /** Finishes deliveries in progress, seals, ends the thread. */
  close(time?: StopTime): Promise<void>;
}

/** How much of the past is kept; 0: no bound. */
export interface KeptEvents {
  days: number;
  bytes: number;
}

/** The settings that the intake needs; plain values, since they go to a thread. */
export interface IntakeOptions {
  eventsFolder: string;
  /** The user's parser rules; undefined: none run, not even the shipped ones. */
  rulesFolder?: string;
  logLevel: string;
  /** Span within which the same message again is an occurrence of one event; 0: off. */
  dedupSeconds: number;
  sealEvents: number;
  /** See EventStoreOptions. */
  sealBytes?: number;
  /** 0: all days are kept. */
  retentionDays: number;
  /** 0: no bound. */
  retentionBytes: number;
  minFreeBytes: number;
  /** Bytes of waiting small deliveries, and of large ones; beyond: refused, unless no other of its kind waits. */
  bytesInFlight?: number;
  /** Limit for the whole process; absent: memory is not watched. */
  residentBytes?: number;
  /** See EventStoreOptions. */
  awaited?: SharedArrayBuffer;
}
