import type { TimeFormat } from "../../time-text/named-format.ts";
import { isDigit } from "../../time-text/scan.ts";
import { findFormatted } from "../../time-text/time-format.ts";
import { aroundTime } from "./find-time.ts";
import { readJsonLine } from "./json-line.ts";
import { readPlaced } from "./learn/read-placed.ts";
import type { JsonLine, LineContext, LineFields, LineFormat } from "./line-fields.ts";
import { readLogfmt } from "./logfmt.ts";
import { readAudit } from "./programs/audit.ts";
import { readBind } from "./programs/bind.ts";
import { readContainerRuntime } from "./programs/container-runtime.ts";
import { readCups } from "./programs/cups.ts";
import { readKlog } from "./programs/klog.ts";
import { readLogcat } from "./programs/logcat.ts";
import { readMachineRoom } from "./programs/machine-room.ts";
import { readMysql } from "./programs/mysql.ts";
import { readNagios } from "./programs/nagios.ts";
import { readNest } from "./programs/nest.ts";
import { readOpenldap } from "./programs/openldap.ts";
import { readPostgres } from "./programs/postgres.ts";
import { readRedis } from "./programs/redis.ts";
import { readRuby } from "./programs/ruby.ts";
import { readUntimed } from "./programs/untimed.ts";
import { readWeblogic } from "./programs/weblogic.ts";
import { readWebsphere } from "./programs/websphere.ts";
import { readGroups } from "./read-groups.ts";
import { readBareTime } from "./reports/bare-time.ts";
import { readCmtrace } from "./reports/cmtrace.ts";
import { readDb2 } from "./reports/db2.ts";
import { readErlangReport } from "./reports/erlang-report.ts";
import { readEventViewer } from "./reports/event-viewer.ts";
import { readGeneralLog } from "./reports/general-log.ts";
import { readMinio } from "./reports/minio.ts";
import { readSamba } from "./reports/samba.ts";
import { readSlowLog } from "./reports/slow-log.ts";
import { readSyslog } from "./syslog/syslog.ts";
import { readRow } from "./tables/read-row.ts";
import { readAround, readHostBehind, readTimedLine } from "./timed-line.ts";
import { readAccessLog } from "./web-servers/access-log.ts";
import { readApacheError } from "./web-servers/apache-error.ts";
import { readCloudAccess } from "./web-servers/cloud-access.ts";
import { readGin } from "./web-servers/gin.ts";
import { readHaproxy } from "./web-servers/haproxy.ts";
import { readIis } from "./web-servers/iis.ts";
import { readNginxError } from "./web-servers/nginx-error.ts";
import { readPhp } from "./web-servers/php.ts";
import { readSquid } from "./web-servers/squid.ts";

/**
 * Understands one log line: the first format that fits, text when none does. Never throws; time and memory are linear
 * in the line. The meaning does not depend on earlier lines. The line comes without its line end.
 */
export function readLine(line: string, context: LineContext): LineFields | JsonLine {
  if (context.pattern !== undefined) return readGroups(line, context.pattern, context) ?? readUntimed(line);
  if (context.format !== undefined) return readers[context.format](line, context) ?? readUntimed(line);
  const row = context.table && readRow(line, context.table, context);
  if (row !== undefined) return row;
  const formatted = context.timeFormat && readFormatted(line, context.timeFormat, context);
  if (formatted !== undefined) return formatted;
  const mayFit = readersFor(line);
  for (let i = 0; i < mayFit.length; i++) {
    const fields = mayFit[i]!(line, context);
    if (fields !== undefined) return readOwnTime(line, fields, context) ?? fields;
  }
  const placed = readPlacedLine(line, context);
  if (placed !== undefined) return placed;
  // Pairs begin with a name, a time does not.
  const pairs = pairPattern.test(line) ? readLogfmt(line, context) : undefined;
  return pairs ?? readBareTime(line, context) ?? readTimed(line, context) ?? readUntimed(line);
}

/**
 * After a priority without the header of syslog comes the program's usual line, with a time of its own: `<11>2026-11-20
 * 08:15:30,123 ERROR shop.cart: no price`. The priority tells the severity, a tag the program.
 */
function readOwnTime(line: string, fields: LineFields | JsonLine, context: LineContext): LineFields | undefined {
  if (fields.format !== "syslog" || fields.time !== undefined || fields.host !== undefined) return undefined;
  if (!ownTimePattern.test(line)) return undefined;
  const { message, program, severity, facility, tags, extra } = fields;
  // A second priority is text: a sender of thousands would otherwise have each read inside the one before.
  if (priorityPattern.test(message) || (program !== undefined && !timedPattern.test(message))) return undefined;
  const own = readLine(message, context);
  if (own.format === "json" || own.time === undefined) return undefined;
  const behind = { ...(program && { program }), ...(extra && { extra: { ...extra, ...own.extra } }) };
  return { ...own, ...behind, tags: [...tags, ...own.tags], severity, facility, isPriority: true };
}

/** Lines with a priority and a clock time, which few have without a header that is read. */
const ownTimePattern = /^(?:\d{1,5} )?<\d{1,3}>[^{].{0,62}\d\d:\d\d/;
const priorityPattern = /^(?:\d{1,5} )?</;
/** After a tag: words there belong to the message. */
const timedPattern = /^\[?\d/;

function readersFor(line: string): readonly Reader[] {
  const code = line.charCodeAt(0);
  const isDate = isDigit(code) && line.charCodeAt(4) === dash && line.charCodeAt(7) === dash;
  // Readers by the character between date and clock: most lines are dated, and few formats begin so.
  if (isDate) return readersOfDated[line[10]!] ?? [];
  return code < readersByFirst.length ? readersByFirst[code]! : readersOfOthers;
}

const dash = 0x2d;

/** JSON is never read as a text with a time in it. */
function readFormatted(line: string, format: TimeFormat, context: LineContext): LineFields | undefined {
  if (line.charCodeAt(0) === 0x7b) return undefined;
  const found = findFormatted(line, format, context);
  const fields = found && readAround(line, aroundTime(line, found));
  return fields && context.hostBehind ? readHostBehind(fields) : fields;
}

/** Reads the time at the place that the lines of the file showed: many lines tell it better than one. */
function readPlacedLine(line: string, context: LineContext): LineFields | undefined {
  const fields = context.layout && readPlaced(line, context.layout, context);
  return fields && context.hostBehind ? readHostBehind(fields) : fields;
}

function readTimed(line: string, context: LineContext): LineFields | undefined {
  const fields = readTimedLine(line, context);
  return fields && context.hostBehind ? readHostBehind(fields) : fields;
}

type Reader = (line: string, context: LineContext) => LineFields | JsonLine | undefined;

const readers: Record<LineFormat, Reader> = {
  syslog: readSyslog,
  access: readAccessLog,
  nginx_error: readNginxError,
  apache_error: readApacheError,
  audit: readAudit,
  json: readJsonLine,
  logfmt: readLogfmt,
  postgres: readPostgres,
  mysql: readMysql,
  redis: readRedis,
  squid: readSquid,
  bind: readBind,
  php: readPhp,
  ruby: readRuby,
  gin: readGin,
  klog: readKlog,
  logcat: readLogcat,
  container: readContainerRuntime,
  websphere: readWebsphere,
  nagios: readNagios,
  samba: readSamba,
  erlang: readErlangReport,
  db2: readDb2,
  slow_log: readSlowLog,
  general_log: readGeneralLog,
  nest: readNest,
  minio: readMinio,
  haproxy: readHaproxy,
  iis: readIis,
  machine_room: readMachineRoom,
  weblogic: readWeblogic,
  cloud_access: readCloudAccess,
  cups: readCups,
  openldap: readOpenldap,
  event_viewer: readEventViewer,
  cmtrace: readCmtrace,
  table: (line, context) => context.table && readRow(line, context.table, context),
  timed: readTimed,
  text: readUntimed,
};

/**
 * The strict ones first: each gives up after a few characters when its mark is missing. Beside each stand the
 * characters that its lines begin with.
 */
const tried: [format: LineFormat, first: RegExp][] = [
  ["syslog", /[^{]/],
  ["json", /\{/],
  ["nginx_error", /\d/],
  ["apache_error", /\[/],
  ["postgres", /\d/],
  ["access", /[^[{<]/],
  ["audit", /[tn]/],
  ["ruby", /[A-Z#]/],
  ["klog", /[[DIWEF]/],
  ["logcat", /[\d[]/],
  ["redis", /[\d[]/],
  ["gin", /\[/],
  ["php", /\[/],
  ["container", /\d/],
  ["bind", /\d/],
  ["mysql", /\d/],
  ["squid", /\d/],
  ["websphere", /\[/],
  ["nagios", /\[/],
  ["nest", /\[/],
  ["samba", /\[/],
  ["erlang", /=/],
  ["db2", /\d/],
  ["slow_log", /#/],
  ["general_log", /[\d\t]/],
  ["minio", /A/],
  ["haproxy", /\[/],
  ["iis", /[\da-f]/],
  ["machine_room", /[-A-Z\d]/],
  ["weblogic", /#/],
  ["cloud_access", /[0-9a-z]/],
  ["cups", /[ACDEINWXd]/],
  ["openldap", /[3-9a-f]/],
  ["event_viewer", /[LE]/],
  ["cmtrace", /</],
];

/** Readers by the first character of a line, and those for characters beyond ASCII. */
const readersByFirst: Reader[][] = Array.from({ length: 128 }, (_, code) => readersOf(String.fromCharCode(code)));
const readersOfOthers = readersOf("\u00e9");

/** Lines that begin with `2026-11-21`. */
const readersOfDated: Readonly<Record<string, readonly Reader[]>> = {
  T: [readSyslog, readContainerRuntime, readBind, readMysql, readGeneralLog, readCloudAccess],
  " ": [readPostgres, readLogcat, readMysql],
  "-": [readDb2],
};

function readersOf(first: string): Reader[] {
  return tried.flatMap(([format, pattern]) => (pattern.test(first) ? [readers[format]] : []));
}

/** `ts=…`, `time="…"`: the first word is a name and its value. */
const pairPattern = /^ *[\w.@/-]{1,64}=/;
