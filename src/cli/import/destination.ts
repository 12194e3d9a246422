import type { Receipt } from "../../ingest/intake.ts";
import type { Batch } from "./batch.ts";

/** Destination of events: a running service, or a data folder that no service holds. */
export interface Destination {
  /** Resolves when the events are on disk. */
  send(batch: Batch): Promise<Receipt>;
  close(): Promise<void>;
}
