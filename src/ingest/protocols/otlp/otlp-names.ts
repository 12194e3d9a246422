import type { EventLeaves, KnownName } from "../../event/event-leaves.ts";

export type OtlpNames = Readonly<
  Record<
    | "time"
    | "severityNumber"
    | "severityText"
    | "traceId"
    | "spanId"
    | "eventName"
    | "droppedAttributes"
    | "scopeName"
    | "scopeVersion",
    KnownName
  >
>;

/** Names of tags for the parts of a record outside its attributes. */
export function keepNames(leaves: EventLeaves): OtlpNames {
  return {
    time: leaves.keepName("time_unix_nano"),
    severityNumber: leaves.keepName("severity_number"),
    severityText: leaves.keepName("severity_text"),
    traceId: leaves.keepName("trace_id"),
    spanId: leaves.keepName("span_id"),
    eventName: leaves.keepName("event_name"),
    droppedAttributes: leaves.keepName("dropped_attributes_count"),
    scopeName: leaves.keepName("otel.scope.name"),
    scopeVersion: leaves.keepName("otel.scope.version"),
  };
}
