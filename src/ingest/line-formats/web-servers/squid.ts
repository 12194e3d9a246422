import { microsPerDay } from "../../../eventstore/event/days.ts";
import { addTag } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";
import { severityOfCode } from "./access-log.ts";

/**
 * Squid's own access log: `1763715600.123    456 192.0.2.1 TCP_MISS/200 1234 GET http://example.org/ alice
 * HIER_DIRECT/192.0.2.2 text/html`.
 */
export function readSquid(line: string, { reference }: LineContext): LineFields | undefined {
  const found = pattern.exec(line);
  if (found === null) return undefined;
  const [
    whole,
    seconds,
    milliseconds,
    duration,
    client,
    result,
    code,
    bytes,
    method,
    url,
    user,
    hierarchy,
    peer,
    type,
  ] = found;
  const time = Number(seconds) * 1_000_000 + Number(milliseconds) * 1000;
  if (time > reference + 366 * microsPerDay) return undefined;
  const tags: string[] = [];
  addTag(tags, "src_ip", client);
  addTag(tags, "user", user);
  addTag(tags, "method", method);
  addTag(tags, "url", url);
  addTag(tags, "code", code === "000" ? undefined : code);
  addTag(tags, "bytes", bytes);
  addTag(tags, "duration_ms", duration);
  addTag(tags, "cache_result", result);
  addTag(tags, "dst_ip", peer === undefined || !/[.:]/.test(peer) ? undefined : peer);
  addTag(tags, "content_type", type);
  const rest = line.slice(whole.length).trim();
  return {
    format: "squid",
    time,
    program: "squid",
    severity: severityOfCode(Number(code)),
    message: `${method} ${url} ${result}/${code} ${bytes}`,
    tags,
    extra: { hierarchy, ...(rest === "" ? {} : { rest }) },
  };
}

const pattern =
  /^(\d{9,10})\.(\d{3}) +(-?\d{1,10}) (\S{1,255}) ([A-Z_]{3,64})\/(\d{3}) (\d{1,15}) ([A-Z_-]{1,32}) (\S{1,8192}) (\S{1,255}) ([A-Z_]{2,64})\/(\S{1,255})(?: (\S{1,255}))?/;
