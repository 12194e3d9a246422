import type { Micros } from "../../eventstore/event/event.ts";
import { readIsoTime } from "../../time-text/iso-time.ts";

/** The contents of a line of Docker's json-file log. */
export interface DockerLine {
  /** The container's output, without the line end. */
  text: string;
  /** False: the container's line goes on with the next one. */
  isWhole: boolean;
  time: Micros | undefined;
  /** stdout or stderr. */
  stream: string;
}

/** Undefined: it is no such line. */
export function readDockerLine(line: string): DockerLine | undefined {
  try {
    const { log, stream, time } = JSON.parse(line) as { log?: unknown; stream?: unknown; time?: unknown };
    if (typeof log !== "string") return undefined;
    const isWhole = log.endsWith("\n");
    return {
      text: isWhole ? log.slice(0, log.endsWith("\r\n") ? -2 : -1) : log,
      isWhole,
      time: typeof time === "string" ? readIsoTime(time, 0, "UTC")?.time : undefined,
      stream: typeof stream === "string" ? stream : "",
    };
  } catch {
    return undefined;
  }
}
