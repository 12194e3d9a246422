import { microsPerDay } from "../../../eventstore/event/days.ts";
import { severityOfLevel } from "../../../eventstore/event/severity-words.ts";
import { readFreeTime, resolveTime } from "../../../time-text/free-time.ts";
import { readMonthTime } from "../../../time-text/month-time.ts";
import { addTag } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";
import { readTagged } from "../syslog/syslog.ts";

/**
 * Lines that supercomputers collect: a label of the operators (`-`: nothing wrong), the epoch, the day, the node, then
 * the record itself, either one of Blue Gene's (`2005-06-03-15.42.50.675872 R02-M1 RAS KERNEL INFO …`) or syslog (`Nov
 * 9 12:01:01 dn228/dn228 crond[2915]: …`). Also the component logs of clusters of Alpha servers: a number, the node,
 * the component, its state, the epoch.
 */
export function readMachineRoom(line: string, context: LineContext): LineFields | undefined {
  const labelled = labelledPattern.exec(line);
  if (labelled !== null) return readLabelled(line, labelled, context);
  const counted = countedPattern.exec(line);
  return counted === null ? undefined : readCounted(line, counted, context);
}

const labelledPattern = /^(-|[A-Z][A-Z0-9_]{1,31}) (\d{9,10}) (\d{4}\.\d\d\.\d\d) (\S{1,255}) /;

function readLabelled(line: string, found: RegExpExecArray, context: LineContext): LineFields | undefined {
  const [whole, label, epoch, , node] = found;
  const seconds = Number(epoch) * 1_000_000;
  const rest = line.slice(whole.length);
  const fields = readBlueGene(rest, seconds, context) ?? readForwarded(rest, seconds, context);
  if (fields === undefined) return undefined;
  addTag(fields.tags, "label", label);
  // Blue Gene writes NULL for the machine as a whole.
  return node === "NULL" ? fields : { ...fields, host: node! };
}

/** The second clock is the same instant to the microsecond, in an unknown zone: the epoch tells the second. */
function readBlueGene(rest: string, seconds: number, context: LineContext): LineFields | undefined {
  const free = readFreeTime(rest, 0);
  const found = free === undefined ? null : blueGenePattern.exec(rest.slice(free.end, free.end + 400));
  const wall = found === null ? undefined : resolveTime(free!, "ymd", { ...context, timezone: "UTC" });
  const severity = found === null ? undefined : severityOfLevel(found[3]!);
  if (found === null || wall === undefined || severity === undefined) return undefined;
  const tags: string[] = [];
  addTag(tags, "category", found[1]);
  const message = rest.slice(free!.end + found[0].length);
  const time = seconds + (wall % 1_000_000);
  return { format: "machine_room", time, program: found[2]!, severity, message: message === "" ? rest : message, tags };
}

const blueGenePattern = /^ \S{1,255} ([A-Z]{2,16}) ([A-Z_]{2,16}) ([A-Z]{4,8})(?: |$)/;

/** The node's own clock and host stand before the tag: `Nov 9 12:01:01 src@eadmin1 syslogd: `. */
function readForwarded(rest: string, seconds: number, context: LineContext): LineFields | undefined {
  const own = readMonthTime(rest, 0, context);
  const host = own === undefined ? null : /^ (\S{1,255}) /.exec(rest.slice(own.end, own.end + 260));
  if (own === undefined || host === null) return undefined;
  const base: LineFields = { format: "machine_room", time: seconds, message: "", tags: [] };
  return readTagged(rest, own.end + host[0].length, base);
}

const countedPattern =
  /^(\d{1,10}) (\S{1,64}) ([a-z_]{2,32}(?:\.[a-z_]{2,32})*) ([A-Za-z_]{2,32}(?:\.[A-Za-z_]{2,32})*) (\d{9,10}) (-?\d{1,3}) /;

function readCounted(line: string, found: RegExpExecArray, { reference }: LineContext): LineFields | undefined {
  const [whole, sequence, node, component, state, epoch, flag] = found;
  const time = Number(epoch) * 1_000_000;
  if (time > reference + microsPerDay) return undefined;
  const tags: string[] = [];
  addTag(tags, "state", state);
  const message = line.slice(whole.length);
  return {
    format: "machine_room",
    time,
    host: node!,
    program: component!,
    message: message === "" ? line : message,
    tags,
    extra: { sequence, flag },
  };
}
