import { readLikelyTime } from "../../../time-text/free-time.ts";
import { addTag } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";
import { severityOfCode } from "./access-log.ts";

/** `[GIN] 2026/11/21 - 09:00:00 | 200 |     123.4µs |       127.0.0.1 | GET      "/ping"` of Go's web framework. */
export function readGin(line: string, context: LineContext): LineFields | undefined {
  if (!line.startsWith("[GIN] ")) return undefined;
  const time = readLikelyTime(line, 6, context);
  const rest = time === undefined ? null : restPattern.exec(line.slice(time.end));
  if (time === undefined || rest === null) return undefined;
  const [, code, duration, address, method, target, behind = ""] = rest;
  const question = target!.indexOf("?");
  const tags: string[] = [];
  addTag(tags, "src_ip", address);
  addTag(tags, "method", method);
  addTag(tags, "path", question < 0 ? target : target!.slice(0, question));
  if (question >= 0) addTag(tags, "query_string", target!.slice(question + 1));
  addTag(tags, "code", code);
  return {
    format: "gin",
    time: time.time,
    program: "gin",
    severity: severityOfCode(Number(code)),
    message: `${method} ${target} ${code}${behind === "" ? "" : ` ${behind.trim()}`}`,
    tags,
    extra: { duration },
  };
}

const restPattern =
  /^ \|[^|]{0,12}?(\d{3})[^|]{0,12}\| +([\d.]+(?:ns|[µu]s|ms|s|m[\d.]+s)) +\| +([\w.:]{2,64}) +\|[^|]{0,12}?([A-Z]{3,10}) [^"]{0,12}"([^"]*)"(.*)$/s;
