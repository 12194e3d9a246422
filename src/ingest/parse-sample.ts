import { eventTypes } from "../eventstore/event.ts";
import { AppError } from "../lib/errors.ts";
import { BadEvent } from "./bad-event.ts";
import type { BodyFormat, Delivery } from "./intake.ts";
import { readDelivery } from "./read-delivery.ts";

/** A body that nobody sent. */
export interface Sample {
  format: BodyFormat;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads a body the way deliveries are read, up to events ready to be stored, and gives how many there were; nothing is stored. Throws
 * AppError like `readDelivery`, and `invalid` for a bad event. Any thread.
 */
export function parseSample(sample: Sample): number {
  const reader = readDelivery(sampleDelivery(sample), Date.now() * 1000, 0);
  let events = 0;
  for (let event = reader.next(); event !== undefined; event = reader.next()) {
    if (event instanceof BadEvent) throw new AppError("invalid", event.error);
    events++;
  }
  return events;
}

export function sampleDelivery({ format, bytes }: Sample): Delivery {
  return {
    ...{ bytes, format, contentEncoding: "", mediaType: "", idempotencyKey: "", address: "127.0.0.1" },
    type: eventTypes.indexOf("HTTP"),
  };
}
