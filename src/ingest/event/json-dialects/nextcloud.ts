import { copyOf, type Json, textOf } from "./json-values.ts";

/** The log of Nextcloud and ownCloud, whose levels count upwards from 0, debug. */
export function translateNextcloud(json: Json): Json | undefined {
  const { level, remoteAddr, reqId, ...rest } = json;
  if (typeof level !== "number" || textOf(reqId) === undefined || rest.app === undefined) return undefined;
  const event = copyOf(rest);
  event.severity = severities[level] ?? 6;
  event.src_ip = remoteAddr;
  event.request_id = reqId;
  return copyOf(event);
}

const severities: readonly number[] = [7, 6, 4, 3, 2];
