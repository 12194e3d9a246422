import { severityOfLevel } from "../../../eventstore/event/severity-words.ts";
import { readFacility } from "../../../eventstore/event/syslog-priority.ts";
import { addTag } from "../../../time-text/scan.ts";
import { severityOfCode } from "../web-servers/access-log.ts";
import { readRequestLine } from "../web-servers/http-request.ts";
import type { Head } from "./head-builder.ts";

/** A head that need not tell a level, but may tell a host. */
export interface OddHead extends Omit<Head, "severity"> {
  severity: number | undefined;
  host: string | undefined;
  facility: number | undefined;
}

/** Heads that a single program each writes. `text` follows the time. */
export function readOddHead(text: string): OddHead | undefined {
  if (!mayBeOdd.test(text)) return undefined;
  for (const { pattern, read } of oddHeads) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const tags: string[] = [];
    const said = read(found, tags);
    if (said === undefined) continue;
    const end = said.keeps ? 0 : found[0].length;
    return {
      severity: said.severity,
      facility: said.facility,
      host: said.host,
      logger: said.logger,
      program: said.program,
      tags,
      end,
    };
  }
  return undefined;
}

/** The first characters decide: most lines are none of these. */
const mayBeOdd =
  /^\t[0-9a-f]{8}-|^ (?:T:\d|[a-z][a-z0-9]{1,15}\.[a-z]{3,7} |[a-z_][\w.]{0,40}=[^ ]|[0-9a-f]{6,16} [A-Z]|[A-Z]{3} |LOG[0-7]\[|\[[\w.-]{1,64}: |(?:trace|debug|info|notice|warning|error|critical) [\w.-]{1,100} : |[A-Z][! ]|0x|[diwef] [A-Z]|[0-9a-f]{12,16} +-?\d|"[A-Z]|[\w./-]{1,150}\.go:|[a-z]{4,8} [\w.-]{1,64}\[|[a-z][\w-]{0,40},[a-z]|[a-z][\w-]{0,40}[(<]|[\w.-]{1,255} [\w./-]{1,64}\[\d| ?(?:accept|drop|reject|encrypt|decrypt|ctl|monitor|alert|keyinst|auth|deauth|block|detect|prevent|bypass|inline)|[\d.]{7,15} [a-z]{3,10} +(?:src|LogId|service_id|rule): )/;

interface Said {
  severity: number | undefined;
  host?: string | undefined;
  facility?: number | undefined;
  logger?: string | undefined;
  program?: string | undefined;
  /** The message keeps what was read. */
  keeps?: boolean;
}

const gatewayActions =
  "accept|drop|reject|encrypt|decrypt|ctl|monitor|alert|keyinst|authcrypt|authorize|deauthorize|block|detect|prevent|bypass|inline";

const oddHeads: readonly { pattern: RegExp; read(found: RegExpExecArray, tags: string[]): Said | undefined }[] = [
  {
    // zerolog's console, Traefik: `WRN shop/cart.go:7 > cart is empty`.
    pattern: /^ (TRC|DBG|INF|WRN|ERR|FTL|PNC|CRT|VRB) (?:([\w./-]{1,150}\.go):(\d{1,6}) > )?/,
    read(found, tags) {
      addTag(tags, "file_name", found[2]);
      addTag(tags, "line", found[3]);
      return { severity: found[1] === "PNC" ? 2 : severityOfLevel(found[1]!)! };
    },
  },
  {
    // Telegraf: `E! [inputs.ping] host unreachable`.
    pattern: /^ ([DIWEF])! (?:\[([\w.:-]{1,100})\] )?/,
    read: (found) => ({ severity: severityOfLevel(found[1]!)!, logger: found[2] }),
  },
  {
    // Kodi: `T:71     error <general>: skin failed`.
    pattern: /^ T:(\d{1,20}) +(debug|info|warning|error|fatal) <([\w.-]{1,64})>: /,
    read(found, tags) {
      addTag(tags, "thread", found[1]);
      return { severity: severityOfLevel(found[2]!)!, logger: found[3] };
    },
  },
  {
    // Sidekiq: `pid=71 tid=abc class=HardJob jid=17 WARN: retry`.
    pattern: /^ pid=(\d{1,10}) tid=(\w{1,32})((?: [a-z_]{1,32}=[^ ]{1,100}){0,8}) (DEBUG|INFO|WARN|ERROR|FATAL): /,
    read(found, tags) {
      addTag(tags, "pid", found[1]);
      addTag(tags, "thread", found[2]);
      for (const [, name, value] of found[3]!.matchAll(/ ([a-z_]+)=([^ ]+)/g)) addTag(tags, name!, value);
      return { severity: severityOfLevel(found[4]!)! };
    },
  },
  {
    // Elixir's metadata: `request_id=F7aB3 user_id=7 [error] no price`.
    pattern:
      /^ ((?:[a-z_][\w.]{0,40}=[^ ]{1,200} ){1,16})\[(emergency|alert|critical|error|warn(?:ing)?|notice|info|debug)\] /,
    read(found, tags) {
      for (const [, name, value] of found[1]!.matchAll(/([\w.]+)=([^ ]+)/g)) addTag(tags, name!, value);
      return { severity: severityOfLevel(found[2]!)! };
    },
  },
  {
    // OpenWrt's logread: `daemon.err dnsmasq[71]: failed`.
    pattern:
      /^ ([a-z][a-z0-9]{1,15})\.(emerg|alert|crit|err|warn|notice|info|debug) ([\w()./-]{1,128})(?:\[(\d{1,10})\])?: /,
    read(found, tags) {
      const facility = readFacility(found[1]!);
      if (facility === undefined) return undefined;
      addTag(tags, "pid", found[4]);
      return { severity: severityOfLevel(found[2]!)!, facility, program: found[3] };
    },
  },
  {
    // Privoxy: a thread and what it did.
    pattern:
      /^ ([0-9a-f]{6,16}) (?:(Fatal error|Error)|Info|Connect|Request|Crunch|Header|CGI|Redirect|Actions|Tagging|Writing): /,
    read(found, tags) {
      addTag(tags, "thread", found[1]);
      return { severity: found[2] === undefined ? undefined : found[2] === "Error" ? 3 : 2 };
    },
  },
  {
    // Ceph: a thread, in digits alone of nobody's, and a level, of which only -1 is no debugging.
    pattern: /^ (?=\d{0,15}[a-f])([0-9a-f]{12,16}) +(-1|\d{1,2}) (?=\S)/,
    read(found, tags) {
      addTag(tags, "thread", found[1]);
      return { severity: found[2] === "-1" ? 3 : found[2] === "0" ? 6 : 7 };
    },
  },
  {
    // SAP HANA: `e Basis            TraceStream.cpp(00123) : failed`.
    pattern: /^ ([diwef]) ([A-Z]\w{1,31}) +([\w.-]{1,100}\.(?:cpp|cc|h|hpp|py))\(0{0,8}(\d{1,8})\) : /,
    read(found, tags) {
      addTag(tags, "file_name", found[3]);
      addTag(tags, "line", found[4]);
      return { severity: severityOfLevel(found[1]!.toUpperCase())!, logger: found[2] };
    },
  },
  {
    // stunnel: `LOG5[ui]: Configuration successful`.
    pattern: /^ LOG([0-7])\[([\w-]{1,32})\]: /,
    read(found, tags) {
      addTag(tags, "thread", found[2]);
      return { severity: Number(found[1]), program: "stunnel" };
    },
  },
  {
    // Swift's loggers: `error shop.db : [db] refused`.
    pattern: /^ (trace|debug|info|notice|warning|error|critical) ([\w.-]{1,100}) : /,
    read: (found) => ({ severity: severityOfLevel(found[1]!)!, logger: found[2] }),
  },
  {
    // NetApp: `[node-7: disk_admin: disk.fail:error]: Disk failed`.
    pattern: /^ \[([\w.-]{1,64}): ([\w.-]{1,64}): ([\w.-]{1,100}):([a-z]{4,13})\]: /,
    read(found, tags) {
      const severity = severityOfLevel(found[4]!);
      if (severity === undefined) return undefined;
      addTag(tags, "message_id", found[3]);
      return { severity, host: found[1], program: found[2] };
    },
  },
  {
    // Functions of AWS: the request, and Node's level behind it.
    pattern: /^\t([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\t(?:(TRACE|DEBUG|INFO|WARN|ERROR|FATAL)\t)?/,
    read(found, tags) {
      addTag(tags, "request_id", found[1]);
      return { severity: found[2] === undefined ? undefined : severityOfLevel(found[2]) };
    },
  },
  {
    // GlusterFS: `E [MSGID: 114058] [client.c:1455:query_cbk] 0-vol: failed`.
    pattern: /^ ([TDINWECA]) (?:\[MSGID: (\d{1,8})\] )?\[([\w./-]{1,100}):(\d{1,6}):([\w.]{1,100})\] /,
    read(found, tags) {
      for (const [index, name] of ["message_id", "file_name", "line", "function"].entries())
        addTag(tags, name, found[index + 2]);
      return { severity: severityOfLevel(found[1]!)! };
    },
  },
  {
    // Gitea: `...s/repository.go:71:Get() [E] not found`.
    pattern: /^ (?:\.\.\.)?([\w./-]{1,150}\.go):(\d{1,6}):([\w.()*]{1,100})\(\) \[([TDIWECF])\] /,
    read(found, tags) {
      for (const [index, name] of ["file_name", "line", "function"].entries()) addTag(tags, name, found[index + 1]);
      return { severity: severityOfLevel(found[4]!)! };
    },
  },
  {
    // VMware: `warning hostd[71] [Originator@6876 sub=Vimsvc] cannot find user`.
    pattern:
      /^ ([a-z]{4,8}) ([\w.-]{1,64})\[(\w{1,16})\] (?:- )?\[Originator@\d{1,10}(?: sub=([^\] ]{1,100}))?[^\]]{0,200}\] /,
    read(found, tags) {
      addTag(tags, "thread", found[3]);
      addTag(tags, "logger", found[4]);
      return { severity: severityOfLevel(found[1]!) ?? 6, program: found[2] };
    },
  },
  {
    // macOS' `log show`: thread, type, activity, process, time to live, and who.
    pattern:
      /^ 0x[0-9a-f]{1,16} +(Default|Info|Debug|Error|Fault|Activity) +0x[0-9a-f]{1,16} +(\d{1,7}) +\d{1,7} +([^:]{1,128}): (?:\(([^)]{1,128})\) )?/,
    read(found, tags) {
      addTag(tags, "pid", found[2]);
      addTag(tags, "module", found[4]);
      return { severity: appleLevels[found[1]!] ?? 6, program: found[3] };
    },
  },
  {
    // MikroTik's topics: `system,error,critical login failure for user …`.
    pattern: /^ ((?:[a-z][\w-]{0,40},){0,6}(?:debug|info|warning|error|critical)(?:,[a-z][\w-]{0,40}){0,6}) (?=\S)/,
    read(found, tags) {
      const topics = found[1]!.split(",");
      if (topics.length < 2) return undefined;
      addTag(tags, "topics", found[1]);
      return { severity: Math.min(...topics.map((topic) => topicLevels[topic] ?? 7)) };
    },
  },
  {
    // Dovecot: `imap(ann)<71><aB3>: Error: mailbox is corrupted`.
    pattern:
      /^ ([a-z][\w-]{0,40})\(([^)]{1,100})\)(?:<(\d{1,10})>)?(?:<[^>]{1,60}>)?: (Debug|Info|Warning|Error|Fatal|Panic): /,
    read(found, tags) {
      addTag(tags, /^\d+$/.test(found[2]!) ? "pid" : "user", found[2]);
      addTag(tags, "pid", found[3]);
      return { severity: severityOfLevel(found[4]!) ?? 6, logger: found[1] };
    },
  },
  {
    // A host and a process, as syslog has them: `ftp-1 proftpd[71]: `, `ftp-1 proftpd[71] ftp-1 (…): `.
    pattern: /^ ([\w.-]{1,255}) ([A-Za-z][\w./-]{0,63})\[(\d{1,10})\](?:: | (?=[\w.-]{1,255} \())/,
    read(found, tags) {
      if (severityOfLevel(found[1]!) !== undefined || /^\d+$/.test(found[1]!)) return undefined;
      addTag(tags, "pid", found[3]);
      return { severity: undefined, host: found[1], program: found[2] };
    },
  },
  {
    // Check Point's `fw log`: `drop   fw-1 >eth1 src: …; dst: …`, `192.0.2.1 drop src: …`: the gateway is the origin.
    pattern: new RegExp(
      String.raw`^ +(?:(${gatewayActions}) +([\w.:-]{1,255}) ?([<>])([\w./-]{1,32})?|([\d.]{7,15}) (${gatewayActions})) +(?=\S)`,
    ),
    read(found, tags) {
      const [, action, host, mark, device, address, actionBehind] = found;
      const word = (action ?? actionBehind)!;
      addTag(tags, "action", gatewayWords[word] ?? word);
      addTag(tags, "interface", device);
      addTag(tags, "direction", mark === undefined ? undefined : mark === ">" ? "in" : "out");
      return { severity: undefined, host: host ?? address, program: "CheckPoint" };
    },
  },
  {
    // An access behind its time: Django's server, Envoy, Caddy and others.
    pattern: /^ "([A-Z]{3,10} [^"]{1,4000}? HTTP\/[\d.]{1,3})" (\d{3}) /,
    read(found, tags) {
      tags.push(...readRequestLine(found[1]!));
      addTag(tags, "code", found[2]);
      return { severity: severityOfCode(Number(found[2])), keeps: true };
    },
  },
];

const gatewayWords: Readonly<Record<string, string>> = {
  accept: "allow",
  drop: "deny",
  reject: "deny",
  block: "deny",
  prevent: "deny",
};
const topicLevels: Readonly<Record<string, number>> = { info: 6, warning: 4, error: 3, critical: 2 };
const appleLevels: Readonly<Record<string, number>> = { Debug: 7, Error: 3, Fault: 2 };
