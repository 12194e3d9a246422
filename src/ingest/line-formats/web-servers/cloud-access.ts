import { readIsoTime } from "../../../time-text/iso-time.ts";
import { readCommonLogTime } from "../../../time-text/month-time.ts";
import { addTag } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";
import { severityOfCode } from "./access-log.ts";
import { readRequestLine } from "./http-request.ts";

/** Accesses to load balancers and buckets of AWS, and traffic in its networks. */
export function readCloudAccess(line: string, context: LineContext): LineFields | undefined {
  return readBalancer(line, context) ?? readBucket(line, context) ?? readFlow(line);
}

/** `https 2026-11-21T09:00:00.123456Z app/name/id 192.0.2.9:2817 192.0.2.1:80 0.1 0.1 0.1 502 502 0 57 "GET …" "…"` */
function readBalancer(line: string, context: LineContext): LineFields | undefined {
  const found = balancerPattern.exec(line);
  const time = found === null ? undefined : readIsoTime(found[1]!, 0, context.timezone);
  if (found === null || time?.end !== found[1]!.length) return undefined;
  const [, , name, client, target, code, targetCode, received, sent, request, userAgent] = found;
  const tags = readRequestLine(request!.replace(/^([A-Z]{1,32}) https?:\/\/[^/ ]{1,260}/, "$1 "));
  addTag(tags, "code", code);
  addTag(tags, "target_code", targetCode);
  addTag(tags, "src_ip", client);
  addTag(tags, "target", target);
  addTag(tags, "bytes_in", received);
  addTag(tags, "bytes", sent);
  addTag(tags, "user_agent", userAgent);
  addTag(tags, "load_balancer", name);
  const severity = code === "-" ? 6 : severityOfCode(Number(code));
  return { format: "cloud_access", time: time.time, severity, message: `${request} ${code} ${sent}`, tags };
}

/** Lines before 2016 do not begin with the protocol. */
const balancerPattern =
  /^(?:(?:https?|h2|grpcs|wss?) )?(\d{4}-\d\d-\d\dT[\d:.]{8,18}Z) ([\w./-]{1,200}) ([\d.a-f:[\]]{2,45}):\d{1,5} (\S{1,60}) -?[\d.]{1,12} -?[\d.]{1,12} -?[\d.]{1,12} (\d{3}|-) (\d{3}|0|-) (\d{1,15}) (\d{1,15}) "([^"]{1,8000})" "([^"]{0,2000})"/;

/** `owner bucket [21/Nov/2026:09:00:00 +0000] 192.0.2.9 requester id REST.GET.OBJECT key "GET …" 200 - 113 …` of S3. */
function readBucket(line: string, context: LineContext): LineFields | undefined {
  const bracket = line.indexOf(" [");
  if (bracket < 3 || bracket > 400) return undefined;
  const found = bucketPattern.exec(line.slice(0, 4000));
  const time = found === null ? undefined : readCommonLogTime(line, bracket + 2, context.timezone);
  if (found === null || time === undefined) return undefined;
  const [, bucket, client, requester, operation, key, request, code, error, bytes] = found;
  const tags = readRequestLine(request ?? "-");
  addTag(tags, "bucket", bucket);
  addTag(tags, "src_ip", client);
  addTag(tags, "user", requester);
  addTag(tags, "action", operation);
  addTag(tags, "key", key);
  addTag(tags, "code", code);
  addTag(tags, "error_code", error);
  addTag(tags, "bytes", bytes);
  const severity = code === "-" ? 6 : severityOfCode(Number(code));
  return { format: "cloud_access", time: time.time, severity, message: `${operation} ${key} ${code} ${bytes}`, tags };
}

const bucketPattern =
  /^[0-9a-f]{1,64} ([\w.-]{1,64}) \[[^\]]{26}\] ([\d.a-f:-]{1,45}) (\S{1,200}) \w{1,64} ((?:REST|WEBSITE|BATCH|S3)\.[\w.]{3,60}) (\S{1,1100}) (?:"([^"]{0,2000})"|-) (\d{3}|-) (\S{1,60}) (\d{1,15}|-)/;

/** `2 account eni-… 192.0.2.9 192.0.2.1 20641 22 6 20 4249 1795251600 1795251660 ACCEPT OK` of a VPC. */
function readFlow(line: string): LineFields | undefined {
  const found = line.length > 300 ? null : flowPattern.exec(line);
  if (found === null) return undefined;
  const names = ["account", "interface", "src_ip", "dst_ip", "src_port", "dst_port", "protocol", "packets", "bytes"];
  const tags: string[] = [];
  for (const [index, name] of names.entries()) addTag(tags, name, found[index + 1]);
  addTag(tags, "action", found[12]?.toLowerCase());
  const message = line.replace(/ \d{10} \d{10} /, " ");
  return { format: "cloud_access", time: Number(found[10]) * 1_000_000, severity: 6, message, tags };
}

const flowPattern =
  /^\d (\d{12}|unknown) (eni-\w{1,40}) (\S{1,45}) (\S{1,45}) (\d{1,5}|-) (\d{1,5}|-) (\d{1,3}|-) (\d{1,15}|-) (\d{1,15}|-) (\d{10}) (\d{10}) (ACCEPT|REJECT|-) (?:OK|NODATA|SKIPDATA)$/;
