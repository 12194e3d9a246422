import type {
  ArrivalMinute,
  LossCause,
  Origin,
  RefusalCause,
  StoreStatus,
  Uncounted,
} from "../eventstore/event-store.ts";
import type { Damage, Snapshot, TimeSpan } from "../eventstore/snapshot.ts";
import type { RuleReading } from "../parser-rules/files/rule-reading.ts";
import type { RuleState } from "../parser-rules/run/active-rules.ts";
import type { ActiveTrigger } from "../triggers/active-trigger.ts";
import type { KnownPatterns } from "../triggers/known-patterns.ts";

/** Bodies in the words of others; `protocols/protocols.ts` has their readers. */
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

/** How events are sent to us: the names under which the ledger counts them. */
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
 * Those whose senders are never told to send again: what cannot be taken is kept by its listener, which reads nothing
 * more meanwhile and tries again, so that a refusal is no loss.
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
  /** Nobody else sees the bytes: the memory of a large body is given back as soon as it is read. */
  isOwn?: boolean;
  format: BodyFormat;
  /** The body's `Content-Encoding`: "", gzip, deflate, zstd, snappy, or a list of two. */
  contentEncoding: string;
  /** Media type in lower case without parameters, "" when none was given. */
  mediaType: string;
  /** Value of `Idempotency-Key`, "" when none. */
  idempotencyKey: string;
  /** Whose retry keys these are (such as "user 7"): two senders may use one key. "" for the only one. */
  sender?: string;
  protocol: Protocol;
  /** Row id of the token it came with; absent: none. */
  tokenId?: number;
  /** Peer address, the host of events that name none. */
  address: string;
  /** That host, where the request says another one. */
  host?: string;
  /** eventTypes index for events that do not say: HTTP, or FILE for imports. */
  type: number;
  /** User tags for events that do not have them: name, value, name, value … */
  defaultTags?: string[];
  /** What the request says outside its body, for the reader of its protocol; the names are the protocol's. */
  hints?: Readonly<Record<string, string>>;
}

/** The ledger's sender of what a delivery holds. */
export function originOf({
  protocol,
  address,
  tokenId = 0,
}: Pick<Delivery, "protocol" | "address" | "tokenId">): Origin {
  return { protocol, source: address, tokenId };
}

/** What became of a delivery; sent only when the events are on disk. */
export interface Receipt {
  /** Those that a parser rule dropped, too: sending them again would change nothing. */
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
  /** How lines were read that do not say it themselves, for people. */
  notes?: string[];
  /** What the sender is told in the words of its protocol in addition to these counts. */
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
   * From now on the triggers that `read` gives are asked, for every event delivered after this call. They are read
   * once, with the next delivery.
   */
  setTriggers(read: () => readonly ActiveTrigger[]): void;
  /** What the store has at some instant after triggers that wait for new patterns were set. */
  knowPatterns(patterns: KnownPatterns): void;
  /** Counts events that were refused before they could be delivered. */
  countLoss(origin: Origin, cause: LossCause, count: number): void;
  /** Counts refused deliveries of which nobody knows how many events were in them. */
  countUncounted(origin: Origin, cause: RefusalCause, refused: Uncounted): void;
  /** From now on this is kept instead of what the options said. */
  setRetention(kept: KeptEvents): void;
  /** A reader could not read something; see EventStore. */
  setAside(damage: Damage): void;
  /**
   * Reads parser rules that changed, except those in `readings`; those of the file `renewed` are always read again.
   * They apply to every event delivered after the answer.
   */
  reloadRules(renewed?: string, readings?: readonly RuleReading[]): Promise<RuleState[]>;
  ruleStates(): Promise<RuleState[]>;
  /** Finishes what was delivered, seals, ends the thread. */
  close(): Promise<void>;
}

/** How much of the past is kept; 0: no bound. */
export interface KeptEvents {
  days: number;
  bytes: number;
}

/** What the intake must know of the settings; plain values, since they go to a thread. */
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
  /**
   * Bytes of small deliveries that wait for the thread, and of large ones; beyond: refused, unless none of its kind
   * waits.
   */
  bytesInFlight?: number;
  /** Limit for the whole process; absent: memory is not watched. */
  residentBytes?: number;
}
