import { addTag } from "../../../time-text/scan.ts";
import type { LineFields } from "../line-fields.ts";

/**
 * `type=SYSCALL msg=audit(1763715600.243:24287): arch=… success=no …` of auditd. Each name=value is a tag, those in the
 * quotes of `msg='…'` too; the record's number goes to the extra fields, because it differs in every record.
 */
export function readAudit(line: string): LineFields | undefined {
  const head = line.startsWith("type=") || line.startsWith("node=") ? headPattern.exec(line) : null;
  if (head === null) return undefined;
  const [whole, node, type, seconds, milliseconds, serial] = head;
  const body = line.slice(whole.length).trimStart();
  const tags: string[] = [];
  addTag(tags, "audit_type", type);
  for (const [name, value] of readPairs(body)) addTag(tags, name, value);
  return {
    format: "audit",
    time: Number(seconds) * 1_000_000 + Number(milliseconds) * 1000,
    ...(node ? { host: node } : {}),
    program: "audit",
    severity: hasFailed(type!, body) ? 4 : 6,
    facility: 13,
    message: body === "" ? type! : `${type} ${body}`,
    tags,
    extra: { serial },
  };
}

const headPattern =
  /^(?:node=(\S{1,255}) )?type=([A-Z][A-Z0-9_]{0,63}|UNKNOWN\[\d{1,6}\]) msg=audit\((\d{9,10})\.(\d{3}):(\d{1,20})\):/;

/** auditd puts names for numbers after a group separator; old records have a list in round brackets. */
const pairPattern = /(?:^|[\s(',\x1d])([A-Za-z_][\w-]{0,63})=("[^"]*"|[^\s'\x1d]*)/g;

function readPairs(body: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const [, key, text] of body.matchAll(pairPattern)) {
    const name = key === "addr" ? "src_ip" : key!;
    const value = readValue(name, text!);
    if (value !== "" && !pairs.has(name) && name !== "audit_type") pairs.set(name, value);
  }
  return pairs;
}

const nothing = new Set(["?", "(null)", "(none)"]);
/** Texts that a user can choose stand in quotes, or in hexadecimal when a quote or a blank is in them. */
const chosenByUsers = new Set(["proctitle", "name", "comm", "exe", "cwd", "cmd", "acct", "data", "path"]);

function readValue(name: string, text: string): string {
  if (text[0] === '"') return text.endsWith('"') && text.length > 1 ? text.slice(1, -1) : text;
  if (nothing.has(text)) return "";
  const value = text.includes("(") ? text : withoutListEnd(text);
  return chosenByUsers.has(name) && /^(?:[0-9A-F]{2})+$/.test(value) ? decodeHex(value) : value;
}

/** Old records write `(hostname=a, addr=b, res=failed)`. */
function withoutListEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "," || text[end - 1] === ")")) end--;
  return text.slice(0, end);
}

/** NUL separates arguments. Bytes that are not UTF-8 stay as they were. */
function decodeHex(value: string): string {
  const text = Buffer.from(value, "hex").toString();
  return text.includes("\uFFFD") ? value : text.replaceAll("\0", " ").trimEnd();
}

/** Refused calls and logins, denials, and events that the kernel itself calls anomalies. */
function hasFailed(type: string, body: string): boolean {
  return type.startsWith("ANOM_") || /\b(?:success=no|res=(?:failed|0)|avc: {1,2}denied|apparmor="DENIED")/.test(body);
}
