export interface ForeignName {
  target: "time" | "host" | "program" | "severity" | "message";
  /** The lower wins where two of them stand in one event. */
  rank: number;
}

/** Names that other programs give our fields, dotted or nested, in order of preference. Our own stand before all. */
const names: Record<ForeignName["target"], readonly string[]> = {
  time: ["@timestamp", "timestamp", "time"],
  host: ["hostname", "host.name"],
  program: ["app", "service", "service.name", "logger"],
  severity: ["level", "log.level"],
  message: ["msg", "log", "body"],
};

export const foreignNames: ReadonlyMap<string, ForeignName> = new Map(
  Object.entries(names).flatMap(([target, list]) =>
    list.map((name, rank): [string, ForeignName] => [name, { target: target as ForeignName["target"], rank }]),
  ),
);
