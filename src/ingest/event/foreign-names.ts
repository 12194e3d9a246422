export interface ForeignName {
  target: "time" | "host" | "program" | "severity" | "facility" | "message";
  /** The lower wins where two of them stand in one event. */
  rank: number;
  /** Nobody set it: it was read out of a line or the name of a file. */
  isGuess?: boolean;
  /** It means this only beside all the names of one of these lists; elsewhere it is a tag. */
  beside?: readonly (readonly string[])[];
}

/** What no sender set but a line, the one before it or the name of its file tells; parser rules may set it. */
export const severityInText = "severity_in_text";
const programOfFile = "program_of_file";
const timeBefore = "time_before";
const guesses: ReadonlySet<string> = new Set([severityInText, programOfFile, timeBefore]);

/** Names that other programs give our fields, dotted or nested, in order of preference. Our own stand before all. */
const names: Record<ForeignName["target"], readonly string[]> = {
  time: [
    ...["@timestamp", "timestamp", "time", "@t", "asctime", "__REALTIME_TIMESTAMP", "t.$date", "eventTime"],
    ...["datetime", "timeMillis", "time_iso8601", "time_local", "record.time.timestamp", "requestReceivedTimestamp"],
    ...["start_time", "StartUTC", "timereported", "unixTime", "date", "_time", "published", "TimeGenerated"],
    ...["eventTimestamp", "timestamp_ms", timeBefore],
  ],
  host: [
    "hostname",
    "host.name",
    "_HOSTNAME",
    "winlog.computer_name",
    "computer_name",
    "node.name",
    "fromhost",
    "hostIdentifier",
    "agent.name",
  ],
  program: [
    ...["app", "service", "service.name", "SYSLOG_IDENTIFIER", "logger", "logger_name", "loggerName"],
    ...["log.logger", "@module", "application", "record.name", "name", "channel", "category", "component", "target"],
    programOfFile,
  ],
  severity: [
    ...["level", "log.level", "levelname", "@l", "PRIORITY", "@level", "level_name", "log_level", "loglevel", "lvl"],
    ...["severity_text", "severityText", "record.level.name", "priority", "label", severityInText],
  ],
  facility: ["SYSLOG_FACILITY", "log.syslog.facility.code"],
  message: [
    ...["msg", "log", "body", "@m", "MESSAGE", "RenderedMessage", "textPayload", "@message", "short_message"],
    ...["record.message", "event", "alert.signature", "full_log", "fields.message", "displayMessage", "_raw"],
  ],
};

/** Names that say something else as often; beside these it is known which program writes so. */
const beside: Readonly<Record<string, readonly (readonly string[])[]>> = {
  // Fluent Bit.
  date: [["log"]],
  // Python, Bunyan and pino, Ruby's semantic_logger.
  name: [["levelname"], ["hostname", "pid"], ["level_index"]],
  // Monolog, .NET, Elasticsearch.
  channel: [["level_name"]],
  category: [["LogLevel"]],
  component: [["cluster.name"]],
  "node.name": [["cluster.name"]],
  // rsyslog, unless it is told how to write JSON.
  fromhost: [["timereported"]],
  priority: [["timereported"]],
  // MySQL's error log.
  label: [["err_symbol"]],
  // Okta.
  published: [["eventType"]],
  displayMessage: [["published"]],
  // Splunk's exports.
  _raw: [["_time"]],
  // Rust's tracing.
  target: [["fields.message"]],
  // structlog, Suricata, Envoy, Traefik.
  event: [["level"], ["log_level"]],
  "alert.signature": [["event_type"]],
  start_time: [["response_code"]],
  StartUTC: [["DownstreamStatus"]],
  // osquery, Wazuh.
  unixTime: [["hostIdentifier"]],
  hostIdentifier: [["unixTime"]],
  "agent.name": [["rule.description"]],
  full_log: [["rule.description"]],
};

export const foreignNames: ReadonlyMap<string, ForeignName> = new Map(
  Object.entries(names).flatMap(([target, list]) =>
    list.map((name, rank): [string, ForeignName] => [
      name,
      {
        target: target as ForeignName["target"],
        rank,
        ...(guesses.has(name) ? { isGuess: true } : {}),
        ...(Object.hasOwn(beside, name) ? { beside: beside[name]! } : {}),
      },
    ]),
  ),
);

/** In events of other protocols, our own names are only the preferred ones for their fields. */
export const protocolNames: ReadonlyMap<string, ForeignName> = new Map([
  ...foreignNames,
  ...(["host", "program", "severity", "facility", "message"] as const).map((target): [string, ForeignName] => [
    target,
    { target, rank: -1 },
  ]),
  ["ts", { target: "time", rank: -1 }],
]);

/**
 * What a name stands for, also in another case (`Level`, `hostName`, `MSG`), where it cannot mean anything else.
 * Undefined: it is a tag.
 */
export function findForeignName(name: string, known: ReadonlyMap<string, ForeignName>): ForeignName | undefined {
  const exact = known.get(name);
  if (exact !== undefined || name.length > longestFolded) return exact;
  const lower = name.toLowerCase();
  return lower === name ? undefined : foldedNames.get(lower);
}

/** Whether a name counts in an event that has those of which `has` says so. */
export function isMeant({ beside: lists }: ForeignName, has: (name: string) => boolean): boolean {
  return lists === undefined || lists.some((list) => list.every((name) => has(name)));
}

/** Behind all that are written as their programs write them. */
export const foldedRank = 100;

const folded: Record<ForeignName["target"], readonly string[]> = {
  time: ["timestamp", "@timestamp", "time", "datetime", "eventtime"],
  host: ["host", "hostname", "machinename", "computername"],
  program: ["program", "app", "application", "service", "logger", "loggername"],
  severity: ["severity", "level", "levelname", "loglevel", "log_level"],
  facility: ["facility"],
  message: ["message", "msg", "renderedmessage"],
};

const foldedNames: ReadonlyMap<string, ForeignName> = new Map([
  ...Object.entries(folded).flatMap(([target, list]) =>
    list.map((name, rank): [string, ForeignName] => [
      name,
      { target: target as ForeignName["target"], rank: foldedRank + rank },
    ]),
  ),
  ["category", { target: "program", rank: foldedRank + 50, beside: beside.category! }],
]);

const longestFolded = Math.max(...[...foldedNames.keys()].map((name) => name.length));
