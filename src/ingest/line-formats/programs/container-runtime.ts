import { readIsoTime } from "../../../time-text/iso-time.ts";
import type { LineContext, LineFields } from "../line-fields.ts";
import { severityOfMessage } from "../severity-word.ts";

/**
 * `2026-11-21T09:00:00.123456789Z stdout F message`, the files that Kubernetes' runtimes write; `P` is a part of a
 * line.
 */
export function readContainerRuntime(line: string, context: LineContext): LineFields | undefined {
  if (line[10] !== "T") return undefined;
  const time = readIsoTime(line, 0, context.timezone);
  const rest = time === undefined ? null : / (stdout|stderr) ([FP])(?::[\w-]+)* /y.exec(line.slice(time.end));
  if (time === undefined || rest === null) return undefined;
  const message = line.slice(time.end + rest[0].length);
  const severity = severityOfMessage(message);
  return {
    format: "container",
    time: time.time,
    ...(severity === undefined ? {} : { severity }),
    message: message === "" ? line : message,
    tags: ["stream", rest[1]!],
  };
}
