import type { StoreStatus } from "../eventstore/event-store.ts";
import type { Snapshot, TimeSpan } from "../eventstore/snapshot.ts";

/** How to read a body that came in. */
export type BodyFormat =
  | "events" // POST /incoming: {"events": [...]}, JSON array, NDJSON
  | "raw" // POST /incoming/raw: any JSON or text lines
  | "lines"; // `vigie import`: log lines, format recognised line by line

export interface Delivery {
  /** The body as it came; handed over, the sender must not use it again. */
  bytes: Uint8Array<ArrayBuffer>;
  format: BodyFormat;
  /** Of the body's `Content-Encoding`: "", gzip, deflate, zstd. Anything else is refused. */
  contentEncoding: string;
  /** Media type in lower case without parameters, "" when none was given. */
  mediaType: string;
  /** Value of `Idempotency-Key`, "" when none. Scoped by the sender (token or user id in front). */
  idempotencyKey: string;
  /** Peer address, the host of events that name none. */
  address: string;
  /** eventTypes index for events that do not say: HTTP, or FILE for imports. */
  type: number;
}

/** What became of a delivery; sent only when the events are on disk. */
export interface Receipt {
  accepted: number;
  /** Of the accepted, how many were repeats. */
  duplicates: number;
  /** The first 100. */
  rejected: { index: number; error: string }[];
  rejectedCount: number;
}

/**
 * The intake thread as the main thread sees it. `deliver` rejects with AppError: `invalid` (nothing in the body is
 * usable), `too_large`, `unsupported_media_type`, `too_many` (overfull, Retry-After), `unavailable` (disk full).
 */
export interface Intake {
  deliver(delivery: Delivery): Promise<Receipt>;
  snapshot(span?: TimeSpan): Promise<Snapshot>;
  release(lease: number): void;
  status(): Promise<StoreStatus>;
  /** Finishes what was delivered, seals, ends the thread. */
  close(): Promise<void>;
}
