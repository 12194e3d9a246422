import { type Paint, type Style, showControls } from "../output.ts";
import { formatTime } from "../time-arguments.ts";

export interface TailEvent {
  id: string;
  first_occurrence: number;
  last_occurrence: number;
  counter: number;
  host: string;
  program: string;
  severity: number;
  severity_name: string;
  message: string;
}

/**
 * An event for people: one line, and below it the others of a message that has several. Control characters are shown as
 * their pictures. `repeated`: number of its new occurrences.
 */
export function eventLine(event: TailEvent, timezone: string, paint: Paint, repeated = 0): string {
  const [first = "", ...others] = event.message.split("\n").map(showControls);
  const style = styleOf(event.severity);
  const times = repeated === 0 ? event.counter : repeated;
  const parts = [
    paint("dim", formatTime(repeated === 0 ? event.first_occurrence : event.last_occurrence, timezone)),
    paint("cyan", showControls(event.host)),
    showControls(event.program),
    style === undefined ? event.severity_name : paint(style, event.severity_name),
    style === "red" ? paint(style, first) : first,
    times > 1 || repeated > 0 ? paint("dim", repeated > 0 ? `(again ×${times})` : `(×${times})`) : "",
  ];
  return [parts.filter((part) => part !== "").join(" "), ...others.map((line) => `    ${line}`)].join("\n");
}

function styleOf(severity: number): Style | undefined {
  if (severity <= 3) return "red";
  if (severity === 4) return "yellow";
  return severity === 7 ? "dim" : undefined;
}
