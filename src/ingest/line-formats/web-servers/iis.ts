import { readLikelyTime } from "../../../time-text/free-time.ts";
import { addTag } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";
import { severityOfCode } from "./access-log.ts";

/**
 * `192.0.2.9, -, 11/21/26, 09:00:00, W3SVC1, WEB7, 192.0.2.1, 125, 163, 3223, 200, 0, GET, /a.aspx, -,` of IIS, its own
 * format without a header.
 */
export function readIis(line: string, context: LineContext): LineFields | undefined {
  const found = pattern.exec(line);
  const time =
    found === null ? undefined : readLikelyTime(`${found[3]} ${found[4]}`, 0, { dateOrder: "mdy", ...context });
  if (found === null || time === undefined) return undefined;
  const [, client, user, , , service, host, server, millis, received, sent, code, , method, path, query] = found;
  const tags: string[] = [];
  addTag(tags, "src_ip", client);
  addTag(tags, "user", user);
  addTag(tags, "dst_ip", server);
  addTag(tags, "duration_ms", millis);
  addTag(tags, "bytes_in", received);
  addTag(tags, "bytes", sent);
  addTag(tags, "code", code);
  addTag(tags, "method", method);
  addTag(tags, "path", path);
  addTag(tags, "query_string", query);
  addTag(tags, "site", service);
  return {
    format: "iis",
    time: time.time,
    host: host!,
    program: "iis",
    severity: severityOfCode(Number(code)),
    message: `${method} ${path} ${code} ${sent}`,
    tags,
  };
}

const pattern =
  /^([\da-f.:]{2,45}), ([^,]{1,255}), (\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}), (\d{1,2}:\d\d:\d\d), ([A-Z][A-Z0-9]{3,24}), ([\w.-]{1,255}), ([\da-f.:]{2,45}), (\d{1,10}), (\d{1,15}), (\d{1,15}), (\d{3}), (\d{1,10}), ([A-Z]{1,32}), ([^,]{1,8000}), ([^,]{0,8000}),/;
