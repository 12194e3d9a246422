import { fromZone, microsOfDate } from "../../../time-text/civil-time.ts";
import { addTag } from "../../../time-text/scan.ts";
import type { LineFields } from "../line-fields.ts";

/** `API: PutObject(bucket=carts)` of MinIO: the lines below say when and what. */
export function readMinio(line: string): LineFields | undefined {
  const found = line.length > 1200 ? null : pattern.exec(line);
  if (found === null) return undefined;
  const tags: string[] = [];
  addTag(tags, "action", found[1]);
  return { format: "minio", program: "minio", severity: 3, message: line, tags, header: "minio" };
}

const pattern = /^API: ([A-Za-z.]{2,64})\((.{0,1024})\)$/;

/** `Time: 09:00:00 UTC 11/21/2026`, `Error: …`, and where it was. */
export function openMinio(fields: LineFields, more: readonly string[]): LineFields {
  const { header: _header, ...rest } = fields;
  const text = more.join("\n");
  const time = timeOf(text);
  const tags = [...rest.tags];
  addTag(tags, "request_id", /^ *RequestID: (\w{1,64})$/m.exec(text)?.[1]);
  addTag(tags, "src_ip", /^ *RemoteHost: ([\da-f.:]{2,45})$/m.exec(text)?.[1]);
  const error = /^ *Error: (.*)$/m.exec(text)?.[1];
  const lines = error === undefined ? [fields.message, text] : [error, fields.message, text];
  return { ...rest, ...(time === undefined ? {} : { time }), message: lines.join("\n"), tags };
}

/** Its own servers tell UTC. */
function timeOf(text: string): number | undefined {
  const found = /^ *Time: (\d\d):(\d\d):(\d\d)(?:\.(\d{3}))? ([A-Z]{3,4}) (\d\d)\/(\d\d)\/(\d{4})$/m.exec(text);
  if (found === null) return undefined;
  const [, hour, minute, second, millis = "0", zone, month, day, year] = found;
  const wall = microsOfDate(
    ...([Number(year), Number(month), Number(day)] as const),
    ...([Number(hour), Number(minute), Number(second)] as const),
    Number(millis) * 1000,
  );
  return wall === undefined ? undefined : zone === "UTC" || zone === "GMT" ? wall : fromZone(wall, "UTC");
}
