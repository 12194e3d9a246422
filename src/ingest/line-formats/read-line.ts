import { readAccessLog } from "./access-log.ts";
import { readApacheError } from "./apache-error.ts";
import { readAudit } from "./audit.ts";
import { readJsonLine } from "./json-line.ts";
import type { JsonLine, LineContext, LineFields, LineFormat } from "./line-fields.ts";
import { readLogfmt } from "./logfmt.ts";
import { readNginxError } from "./nginx-error.ts";
import { readPostgres } from "./postgres.ts";
import { readBind } from "./programs/bind.ts";
import { readContainerRuntime } from "./programs/container-runtime.ts";
import { readGin } from "./programs/gin.ts";
import { readKlog } from "./programs/klog.ts";
import { readLogcat } from "./programs/logcat.ts";
import { readMachineRoom } from "./programs/machine-room.ts";
import { readMysql } from "./programs/mysql.ts";
import { readNagios } from "./programs/nagios.ts";
import { readPhp } from "./programs/php.ts";
import { readRedis } from "./programs/redis.ts";
import { readRuby } from "./programs/ruby.ts";
import { readSquid } from "./programs/squid.ts";
import { readWebsphere } from "./programs/websphere.ts";
import { severityOfFirstWord } from "./severity-word.ts";
import { readSyslog } from "./syslog.ts";
import { readTimedLine } from "./timed-line.ts";

/**
 * Understands one log line: the first format that fits, text when none does. Never throws; time and memory are linear
 * in the line. What a line means does not depend on the lines before it. The line comes without its line end.
 */
export function readLine(line: string, context: LineContext): LineFields | JsonLine {
  if (context.format !== undefined) return readers[context.format](line, context) ?? readText(line);
  for (const format of tried) {
    const fields = readers[format](line, context);
    if (fields !== undefined) return fields;
  }
  return readText(line);
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
  machine_room: readMachineRoom,
  timed: readTimedLine,
  text: readText,
};

/** The strict ones first: each gives up after a few characters when its mark is missing. */
const tried: LineFormat[] = [
  "syslog",
  "json",
  "nginx_error",
  "apache_error",
  "postgres",
  "access",
  "audit",
  "ruby",
  "klog",
  "logcat",
  "redis",
  "gin",
  "php",
  "container",
  "bind",
  "mysql",
  "squid",
  "websphere",
  "nagios",
  "machine_room",
  "timed",
  "logfmt",
];

function readText(line: string): LineFields {
  const severity = severityOfFirstWord(line);
  return { format: "text", ...(severity === undefined ? {} : { severity }), message: line, tags: [] };
}
