import { readIsoTime } from "../../time-text/iso-time.ts";
import type { JsonLine, LineContext, LineFields } from "./line-fields.ts";
import { severityOfMessage } from "./severity-word.ts";

/** Reads a line that is one whole JSON object; undefined for anything else. */
export function readJsonLine(line: string, context: LineContext): JsonLine | LineFields | undefined {
  if (line.charCodeAt(0) !== 123) return undefined;
  try {
    const json = JSON.parse(line) as Record<string, unknown>;
    return (typeof json.log === "string" ? readDockerLine(json, context) : undefined) ?? { format: "json", json };
  } catch {
    return undefined;
  }
}

/** `{"log":"…\n","stream":"stderr","time":"…"}`, the files of Docker: a line of the container's output. */
export function readDockerLine(json: Readonly<Record<string, unknown>>, context: LineContext): LineFields | undefined {
  const { log, stream, time, attrs: _attrs, ...rest } = json;
  if (typeof log !== "string" || typeof stream !== "string" || typeof time !== "string") return undefined;
  const read = readIsoTime(time, 0, context.timezone);
  const message = log.replace(/\r?\n$/, "");
  if (read === undefined || message === "" || Object.keys(rest).length > 0) return undefined;
  const severity = severityOfMessage(message);
  return {
    format: "container",
    time: read.time,
    ...(severity === undefined ? {} : { severity }),
    message,
    tags: ["stream", stream],
  };
}
