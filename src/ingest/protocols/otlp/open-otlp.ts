import type { Delivery } from "../../intake.ts";
import type { ProtocolReader } from "../protocol-reader.ts";
import { openJsonLogs } from "./json-logs.ts";
import { openProtoLogs } from "./proto-logs.ts";

/** Logs of the OpenTelemetry Protocol; the media type tells its two forms apart. */
export function openOtlp(bytes: Uint8Array, { mediaType }: Delivery): ProtocolReader {
  return mediaType === "application/json" ? openJsonLogs(bytes) : openProtoLogs(bytes);
}
