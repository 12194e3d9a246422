import type { Delivery } from "../../intake.ts";
import type { ProtocolReader } from "../protocol-reader.ts";
import { openJsonPush } from "./json-push.ts";
import { openProtoPush } from "./proto-push.ts";

/** A push to Loki; the media type tells its two forms apart. */
export function openPush(bytes: Uint8Array, { mediaType }: Delivery): ProtocolReader {
  return mediaType === "application/json" ? openJsonPush(bytes) : openProtoPush(bytes);
}
