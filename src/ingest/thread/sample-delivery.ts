import { eventTypes } from "../../eventstore/event/event.ts";
import type { Delivery } from "../intake.ts";

/** A body of `POST /incoming` made up by us. */
export function sampleDelivery(bytes: Uint8Array<ArrayBuffer>): Delivery {
  return {
    ...{ bytes, format: "events", contentEncoding: "", mediaType: "", idempotencyKey: "", address: "127.0.0.1" },
    protocol: "http",
    type: eventTypes.indexOf("HTTP"),
  };
}
