/** The role of a column. */
export type ColumnUse = { role: "time" | "date" | "clock" | "host" | "program" | "severity" | "message" } | ColumnTag;

interface ColumnTag {
  /** "aside": it differs from line to line, and is kept where it makes no new event. */
  role: "tag" | "aside";
  name: string;
}

type Role = Exclude<ColumnUse["role"], "tag" | "aside" | "date" | "clock">;

/** Names of columns without their marks, the most certain first. */
const known: Readonly<Record<Role, readonly string[]>> = {
  time: [
    ...[
      "timestamp",
      "datetime",
      "ts",
      "eventtime",
      "dateandtime",
      "timecreated",
      "timegenerated",
      "logtime",
      "logdate",
    ],
    ...[
      "receivetime",
      "starttime",
      "createdat",
      "created",
      "epoch",
      "unixtime",
      "utctime",
      "occurred",
      "when",
      "time",
      "date",
    ],
  ],
  host: [
    "host",
    "hostname",
    "computer",
    "computername",
    "machine",
    "machinename",
    "server",
    "servername",
    "node",
    "device",
    "devicename",
    "scomputername",
  ],
  program: [
    "program",
    "app",
    "application",
    "appname",
    "applicationname",
    "process",
    "processname",
    "service",
    "source",
    "sourcename",
    "provider",
    "providername",
    "logger",
    "component",
  ],
  severity: ["severity", "level", "loglevel", "leveldisplayname", "entrytype", "sev", "lvl", "priority"],
  message: [
    "message",
    "msg",
    "description",
    "eventmessage",
    "text",
    "logmessage",
    "content",
    "details",
    "event",
    "log",
  ],
};

/** Our names for fields that web servers and sensors call otherwise. */
const tagNames: Readonly<Record<string, string>> = {
  "c-ip": "src_ip",
  "src-ip": "src_ip",
  "s-ip": "dst_ip",
  "dst-ip": "dst_ip",
  "c-port": "src_port",
  "src-port": "src_port",
  "s-port": "dst_port",
  "dst-port": "dst_port",
  "cs-username": "user",
  "cs-method": "method",
  "cs-uri-stem": "path",
  "cs-uri-query": "query_string",
  "cs-version": "protocol",
  "cs-protocol-version": "protocol",
  "cs-host": "vhost",
  "cs(Host)": "vhost",
  "cs(User-Agent)": "user_agent",
  "cs(Referer)": "referrer",
  "cs(Referrer)": "referrer",
  "cs(Cookie)": "cookie",
  "sc-status": "code",
  "sc-bytes": "bytes",
  "cs-bytes": "bytes_in",
  "id.orig_h": "src_ip",
  "id.orig_p": "src_port",
  "id.resp_h": "dst_ip",
  "id.resp_p": "dst_port",
};

/** Finds the use of each column: among several names for one field the most certain counts, all others become tags. */
export function assignColumns(names: readonly string[]): ColumnUse[] {
  const plain = names.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ""));
  const uses = names.map(tagFor);
  const [date, clock] = [plain.indexOf("date"), plain.indexOf("time")];
  const hasParts = date >= 0 && clock >= 0;
  if (hasParts) {
    uses[date] = { role: "date" };
    uses[clock] = { role: "clock" };
  }
  for (const [role, words] of Object.entries(known) as [Role, readonly string[]][]) {
    if (role === "time" && hasParts) continue;
    const word = words.find((one) => plain.includes(one));
    if (word !== undefined) uses[plain.indexOf(word)] = { role };
  }
  return uses;
}

export function tagFor(name: string): ColumnUse {
  return { role: "tag", name: tagNameOf(name) };
}

function tagNameOf(name: string): string {
  if (Object.hasOwn(tagNames, name)) return tagNames[name]!;
  return withoutOuterMarks(name.trim().replace(/[^\p{L}\p{N}_.@-]+/gu, "_")) || "column";
}

/** An expression would look for the end from each of the marks within, and a name is as long as its sender likes. */
function withoutOuterMarks(name: string): string {
  let from = 0;
  let to = name.length;
  while (name[from] === "_") from++;
  while (to > from && name[to - 1] === "_") to--;
  return name.slice(from, to);
}
