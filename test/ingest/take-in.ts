import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoredEvent } from "../../src/eventstore/event/event.ts";
import { createSegmentReader } from "../../src/eventstore/read/segment-reader.ts";
import type { Delivery, Intake, IntakeOptions } from "../../src/ingest/intake.ts";

/** A delivery of this body as a client without frills sends it. */
export function deliveryOf(body: string | Uint8Array, more: Partial<Delivery> = {}): Delivery {
  return {
    bytes: typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body),
    format: "events",
    contentEncoding: "",
    mediaType: "",
    idempotencyKey: "",
    protocol: "http",
    address: "192.0.2.7",
    type: 2,
    ...more,
  };
}

export function optionsFor(folder: string, more: Partial<IntakeOptions> = {}): IntakeOptions {
  return {
    eventsFolder: join(folder, "events"),
    logLevel: "silent",
    dedupSeconds: 60,
    sealEvents: 100_000,
    retentionDays: 0,
    retentionBytes: 0,
    minFreeBytes: 0,
    ...more,
  };
}

export async function withFolder<T>(use: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "vigie-ingest-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Everything that a query would see now, by id. */
export async function storedEvents(intake: Intake): Promise<StoredEvent[]> {
  const snapshot = await intake.snapshot();
  const reader = createSegmentReader({ cacheBytes: 1024 * 1024 });
  try {
    return snapshot.segments
      .flatMap((handle) => {
        const segment = reader.open(handle, snapshot.eventsFolder);
        return Array.from({ length: segment.rows }, (_, row) => segment.event(row));
      })
      .sort((a, b) => a.id - b.id);
  } finally {
    reader.close();
    intake.release(snapshot.lease);
  }
}
