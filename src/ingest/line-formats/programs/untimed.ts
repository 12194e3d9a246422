import { severityOfLevel, severityOfWord } from "../../../eventstore/event/severity-words.ts";
import { readFreeClock } from "../../../time-text/free-clock.ts";
import { addTag, isDigit } from "../../../time-text/scan.ts";
import { readSourcePlace } from "../heads/head-names.ts";
import { readHead } from "../heads/read-head.ts";
import type { LineFields } from "../line-fields.ts";
import { severityOfFirstWord } from "../severity-word.ts";

/**
 * A line that no format reads and that has no date: its first words tell level, program and place. A clock alone is no
 * time, but a logger's words after it count.
 */
export function readUntimed(line: string): LineFields {
  const first = line.charCodeAt(0);
  const read =
    first === openBracket
      ? (readXorg(line) ?? readUptime(line) ?? readBehindClock(line, 1))
      : isDigit(first)
        ? readBehindClock(line, 0)
        : readNamedLevel(line);
  if (read !== undefined) return read;
  const placed = readPlaced(line);
  if (placed !== undefined) return placed;
  const severity = severityOfFirstWord(line) ?? severityOfWords(line);
  return { format: "text", ...(severity === undefined ? {} : { severity }), message: line, tags: [] };
}

const openBracket = 0x5b;

/** `09:00:00.123 [main] INFO  org.example.App - started`, `[09:00:00] [Server thread/INFO]: Done`. */
function readBehindClock(line: string, at: number): LineFields | undefined {
  const clock = readFreeClock(line, at, false);
  if (clock?.hasSeconds !== true) return undefined;
  const head = readHead(line, line[clock.end] === "]" ? clock.end + 1 : clock.end);
  if (head === undefined || head.end >= line.length) return undefined;
  const { severity, logger, program, tags, end } = head;
  return {
    format: "text",
    severity,
    ...(logger === undefined ? {} : { logger }),
    ...(program === undefined ? {} : { program }),
    message: line.slice(end),
    tags: [...tags],
    extra: { clock: line.slice(at, clock.end) },
  };
}

/** `[    27.123] (EE) Failed to load module`: seconds since its start. */
function readXorg(line: string): LineFields | undefined {
  const found = xorgPattern.exec(line);
  if (found === null) return undefined;
  const severity = xorgLevels[found[2] ?? ""] ?? 6;
  const message = line.slice(found[0].length);
  return message === ""
    ? undefined
    : { format: "text", program: "Xorg", severity, message, tags: [], extra: { uptime: found[1] } };
}

const xorgPattern = /^\[ {0,8}(\d{1,9}\.\d{3})\] \(([A-Z*+=!?-]{2})\) /;
const xorgLevels: Readonly<Record<string, number>> = { EE: 3, WW: 4, DB: 7 };

/** `[0.009s][warning][gc,heap] `: Java's own log, by default with the time since its start. */
function readUptime(line: string): LineFields | undefined {
  const uptime = uptimePattern.exec(line);
  const head = uptime === null ? undefined : readHead(line, uptime[0].length);
  if (uptime === null || head === undefined || head.end >= line.length) return undefined;
  const { severity, logger, tags, end } = head;
  const named = logger === undefined ? {} : { logger };
  return {
    format: "text",
    severity,
    ...named,
    message: line.slice(end),
    tags: [...tags],
    extra: { uptime: uptime[1] },
  };
}

const uptimePattern = /^\[(\d{1,9}\.\d{3}s|\d{1,12}(?:ms|ns))\](?=\[)/;

/** `WARNING:shop.cart:…` of Python's basicConfig, `warn: Shop.Cart[7]` of .NET, whose message is on the next line. */
function readNamedLevel(line: string): LineFields | undefined {
  const python = pythonPattern.exec(line);
  if (python !== null) {
    const message = line.slice(python[0].length);
    return { format: "text", severity: severityOfWord(python[1]!)!, logger: python[2]!, message, tags: [] };
  }
  const net = netPattern.exec(line);
  if (net === null) return undefined;
  const tags: string[] = [];
  addTag(tags, "event_code", net[3]);
  return { format: "text", severity: severityOfLevel(net[1]!)!, logger: net[2]!, message: line, tags, header: "samba" };
}

const pythonPattern = /^(DEBUG|INFO|WARNING|ERROR|CRITICAL):([A-Za-z_][\w.]{0,100}):(?=.)/;
const netPattern = /^(trce|dbug|info|warn|fail|crit): ([A-Za-z_][\w.`+]{0,200})\[(\d{1,9})\]$/;

/** `scanner.c:529: warn: …` of MiniDLNA, `src/main.c:12:5: error: …` of compilers. */
function readPlaced(line: string): LineFields | undefined {
  const colon = line.indexOf(":");
  if (colon < 3 || colon > 200 || !isDigit(line.charCodeAt(colon + 1))) return undefined;
  const found = placedPattern.exec(line.slice(0, colon + 40));
  const place = found === null ? undefined : readSourcePlace(found[1]!);
  if (found === null || place === undefined) return undefined;
  const tags: string[] = [];
  addTag(tags, "file_name", place.file);
  addTag(tags, "line", place.line);
  return { format: "text", severity: severityOfLevel(found[2]!)!, message: line, tags };
}

const placedPattern =
  /^([\w./+-]{1,200}\.[A-Za-z+]{1,5}:\d{1,6})(?::\d{1,5})?: (?:fatal )?(error|warning|warn|note|info|debug): ?/;

/** `Options error: …`, `debug1: …` of OpenSSH. */
function severityOfWords(line: string): number | undefined {
  if (debugPattern.test(line)) return 7;
  return errorPattern.test(line) ? 3 : undefined;
}

const debugPattern = /^debug[1-5]: /;
const errorPattern = /^[A-Z][a-z]{2,20} error: /;
