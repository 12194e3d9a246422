import { generalRefusals, writeBound } from "../../en/service.ts";
import type { Words } from "../../en.ts";
import { fieldMessages } from "./field-messages.ts";
import { languageMeanings } from "./language-meanings.ts";
import { expressionMessages, lineMessages } from "./line-messages.ts";
import { deliveryFaults, slowReasons } from "./reasons.ts";
import { refusals } from "./refusals.ts";
import { widgetDescriptions, widgetTitles } from "./widget-texts.ts";

export const service: Words["service"] = {
  refusal: (text) => {
    if (generalRefusals.has(text)) return undefined;
    return find(ofRefusals, text) ?? columnMessage(text) ?? `Der Dienst sagt: „${text}“`;
  },
  field: (text) =>
    columnMessage(text) ??
    writeBound(find(ofFields, text) ?? text, /(?<=^(?:Höchstens|Mindestens) |, es sind )\d{4,}(?=\W)/g),
  line: lineMessage,
  slowness: (text) => findEach(ofSlowReasons, text),
  fault: (text) => text.split("\n").map(faultLine).join("\n"),
  widget: (title) => widgetTitles[title] ?? title,
  widgetDescription: (text) => widgetDescriptions[text] ?? text,
  template: (title) => templates[title] ?? title,
  rule: (description) => rules[description] ?? description,
  example: (meaning) => languageMeanings[meaning] ?? meaning,
};

/** Why a line of the query language is not taken, as `LanguageError` has it: without column and period. */
function lineMessage(text: string): string {
  return columnMessage(text) ?? find(ofLines, text) ?? text;
}

/** Why something did not arrive; of a schedule, each line names the way. */
function faultLine(line: string): string {
  const [, way = "", fault = line] = /^(Mail: |Webhook: )?(.*)$/.exec(line) ?? [];
  return way + (find(ofFaults, fault) ?? fault);
}

/** "Column 3: expected …", also inside another such sentence. */
function columnMessage(text: string): string | undefined {
  const [, column, message] = /^column (\d+): (.*?)\.?$/is.exec(text) ?? [];
  return message === undefined ? undefined : `Spalte ${column}: ${lineMessage(message)}.`;
}

type Patterns = readonly (readonly [RegExp, string])[];

const ofRefusals = toPatterns(refusals);
const ofFields = toPatterns(fieldMessages);
const ofLines = toPatterns({ ...lineMessages, ...expressionMessages });
const ofSlowReasons = toPatterns(slowReasons);
const ofFaults = toPatterns(deliveryFaults);

/** `write`: what is put in, as Germans write it. */
function find(patterns: Patterns, text: string, write = (value: string) => value): string | undefined {
  for (const [pattern, german] of patterns) {
    const found = pattern.exec(text);
    if (found !== null) return fill(german, found.slice(1).map(write));
  }
  return undefined;
}

/** Text that is put together from several of these; it stays as it came when one is unknown. */
function findEach(patterns: Patterns, text: string): string {
  const said: string[] = [];
  let start = 0;
  // A name in quotes can hold a period, too.
  for (const { index } of text.matchAll(/\.(?= |$)/g)) {
    const sentence = find(patterns, text.slice(start, index + 1), inGerman);
    if (sentence === undefined) continue;
    said.push(sentence);
    start = index + 2;
  }
  return start > text.length ? said.join(" ") : text;
}

/** The longest first: what stands for a name in a shorter one may be words of a longer one. */
function toPatterns(texts: Record<string, string>): Patterns {
  const longestFirst = Object.entries(texts).sort(([a], [b]) => b.length - a.length);
  return longestFirst.map(([english, german]) => [toPattern(english), german]);
}

/** `#` stands for a number or a name. */
function toPattern(english: string): RegExp {
  const parts = english.split("#").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("(.+?)")}$`);
}

function fill(german: string, values: readonly string[]): string {
  const left = [...values];
  return german.replaceAll("#", () => left.shift() ?? "");
}

/** Numbers as Germans write them; anything else as it is. */
function inGerman(value: string): string {
  if (!/^\d{1,3}(?:,\d{3})*(?:\.\d+)?$/.test(value)) return value;
  return value.replaceAll(/[,.]/g, (sign) => (sign === "," ? "." : ","));
}

/** Texts of shipped dashboards. */
const templates: Record<string, string> = {
  "Web server": "Webserver",
  Mail: "Mail",
  "Network devices": "Netzwerkgeräte",
  "Linux hosts": "Linux-Hosts",
  "Logins and privileges": "Anmeldungen und Rechte",
  Errors: "Fehler",
  "Operations desk": "Leitstand",
  "vigie itself": "vigie selbst",
  Databases: "Datenbanken",
  Firewall: "Firewall",
};

/** Texts of shipped parser rules. */
const rules: Record<string, string> = {
  "Access logs of nginx, Apache and others that write the common or the combined format, when they come as messages":
    "Zugriffslogs von nginx, Apache und anderen im Format common oder combined, wenn sie als Meldungen kommen",
  "useradd, usermod, userdel, groupadd, passwd - changes of accounts and groups":
    "useradd, usermod, userdel, groupadd, passwd - Änderungen an Konten und Gruppen",
  "Apache's error log": "Das Fehlerlog von Apache",
  "Common Event Format, which ArcSight began and most security products can write":
    "Common Event Format, von ArcSight begonnen und von den meisten Sicherheitsprodukten geschrieben",
  "Check Point gateways - traffic and their own events, of the Log Exporter and of fw log":
    "Gateways von Check Point - Verkehr und eigene Ereignisse, vom Log Exporter und von fw log",
  "Cisco ASA, FTD and PIX - connections, denied packets, NAT, logins, VPN":
    "Cisco ASA, FTD und PIX - Verbindungen, abgewiesene Pakete, NAT, Anmeldungen, VPN",
  "Cisco IOS, IOS XE, NX-OS - logins, configuration, links, lists, neighbours":
    "Cisco IOS, IOS XE, NX-OS - Anmeldungen, Konfiguration, Leitungen, Listen, Nachbarn",
  "cron of Debian and of Red Hat, crontab": "cron von Debian und von Red Hat, crontab",
  "ISC dhcpd and Kea - leases asked for, offered, given, refused":
    "ISC dhcpd und Kea - Leases: erbeten, angeboten, vergeben, verweigert",
  "dockerd and containerd": "dockerd und containerd",
  "Fortinet FortiGate - traffic, security profiles, events; FortiMail, FortiWeb and FortiManager write alike":
    "Fortinet FortiGate - Verkehr, Sicherheitsprofile, Ereignisse; FortiMail, FortiWeb und FortiManager schreiben ebenso",
  "FTP servers - connections and logins of ftpd, vsftpd, ProFTPD and Pure-FTPd":
    "FTP-Server - Verbindungen und Anmeldungen von ftpd, vsftpd, ProFTPD und Pure-FTPd",
  "HAProxy - HTTP and TCP logs, servers that come and go":
    "HAProxy - Logs von HTTP und TCP, Server, die kommen und gehen",
  "PostgreSQL's jsonlog, whose keys came as tags": "jsonlog von PostgreSQL, dessen Schlüssel als Tags kamen",
  "The keys of Windows events - of NXLog, Winlogbeat, Fluent Bit, or of the XML made JSON - under our names, for windows.yaml":
    "Die Schlüssel der Ereignisse von Windows - von NXLog, Winlogbeat, Fluent Bit oder aus XML als JSON - unter unseren Namen, für windows.yaml",
  "Linux - memory, crashes, disks, links, AppArmor and seccomp":
    "Linux - Speicher, Abstürze, Platten, Leitungen, AppArmor und seccomp",
  "Log Event Extended Format, which QRadar reads; 1.0, and 2.0 with tab, ^, | and ~ between its pairs":
    "Log Event Extended Format, das QRadar liest; 1.0, und 2.0 mit Tab, ^, | und ~ zwischen den Paaren",
  "MariaDB and MySQL - error log and the heads of the slow log":
    "MariaDB und MySQL - Fehlerlog und die Köpfe des Slow-Logs",
  "BIND - questions, refusals, transfers, updates, servers that do not answer":
    "BIND - Anfragen, Ablehnungen, Übertragungen, Updates, Server, die nicht antworten",
  "nginx's error log - whose request failed on what, and the life of the server":
    "Das Fehlerlog von nginx - wessen Anfrage woran scheiterte, und das Leben des Servers",
  "What iptables, nftables, ufw and firewalld have the kernel (or ulogd) log of a packet":
    "Was iptables, nftables, ufw und firewalld den Kernel (oder ulogd) über ein Paket schreiben lassen",
  "Palo Alto Networks PAN-OS - traffic, threats, system, configuration, GlobalProtect":
    "Palo Alto Networks PAN-OS - Verkehr, Bedrohungen, System, Konfiguration, GlobalProtect",
  "PAM's modules as Linux wrote them before 2006, sshd(pam_unix)[7] and su(pam_unix)[7]":
    "Die Module von PAM, wie Linux sie vor 2006 schrieb, sshd(pam_unix)[7] und su(pam_unix)[7]",
  "PAM's modules in the logs of sshd, su, sudo, cron, login and others":
    "Die Module von PAM in den Logs von sshd, su, sudo, cron, login und anderen",
  "Postfix - deliveries, refusals, connections, the queue, postscreen":
    "Postfix - Zustellungen, Ablehnungen, Verbindungen, die Warteschlange, postscreen",
  "PostgreSQL - statements, logins, locks, checkpoints, constraints":
    "PostgreSQL - Anweisungen, Anmeldungen, Sperren, Checkpoints, Constraints",
  "OpenSSH's server - logins, refusals, connections, sessions, file transfers":
    "Der Server von OpenSSH - Anmeldungen, Ablehnungen, Verbindungen, Sitzungen, Dateiübertragungen",
  "su - another user's shell": "su - die Shell eines anderen Benutzers",
  "sudo - commands as another user, allowed and refused": "sudo - Befehle als anderer Benutzer, erlaubt und verweigert",
  "systemd - units that start, stop, fail; logind's sessions":
    "systemd - Units, die starten, enden, scheitern; Sitzungen von logind",
  "What the numbers of Windows events mean - logins, accounts, groups, processes, services, the packet filter, Sysmon":
    "Was die Nummern der Ereignisse von Windows bedeuten - Anmeldungen, Konten, Gruppen, Prozesse, Dienste, der Paketfilter, Sysmon",
};
