export interface ForeignName {
  target: "time" | "host" | "program" | "severity" | "message";
  /** The lower wins where two of them stand in one event. */
  rank: number;
  /** Nobody set it: it was read out of a line or the name of a file. */
  isGuess?: boolean;
}

/** What no sender set but a line or the name of its file tells; parser rules may set it. */
const severityInText = "severity_in_text";
const programOfFile = "program_of_file";

/** Names that other programs give our fields, dotted or nested, in order of preference. Our own stand before all. */
const names: Record<ForeignName["target"], readonly string[]> = {
  time: ["@timestamp", "timestamp", "time", "@t", "asctime", "__REALTIME_TIMESTAMP", "t.$date", "eventTime"],
  host: ["hostname", "host.name", "_HOSTNAME"],
  program: [
    "app",
    "service",
    "service.name",
    "SYSLOG_IDENTIFIER",
    "logger",
    "logger_name",
    "loggerName",
    programOfFile,
  ],
  severity: ["level", "log.level", "levelname", "@l", "PRIORITY", severityInText],
  message: ["msg", "log", "body", "@m", "MESSAGE", "RenderedMessage", "textPayload"],
};

export const foreignNames: ReadonlyMap<string, ForeignName> = new Map(
  Object.entries(names).flatMap(([target, list]) =>
    list.map((name, rank): [string, ForeignName] => {
      const isGuess = name === severityInText || name === programOfFile;
      return [name, { target: target as ForeignName["target"], rank, isGuess }];
    }),
  ),
);

/** In events of other protocols, our own names are only the preferred ones for their fields. */
export const protocolNames: ReadonlyMap<string, ForeignName> = new Map([
  ...foreignNames,
  ...(["host", "program", "severity", "message"] as const).map((target): [string, ForeignName] => [
    target,
    { target, rank: -1 },
  ]),
  ["ts", { target: "time", rank: -1 }],
]);
