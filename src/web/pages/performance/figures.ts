import type {
  DashboardsResult,
  EstimateResult,
  RulesResult,
  StorageResult,
} from "../../../performance/result-schemas.ts";
import { words } from "../../words/words.ts";
import type { Run } from "./run-data.ts";
import type { FigureUnit } from "./write-figure.ts";

/** A number of a result that can be set beside that of another run. */
export interface Figure {
  /** The same in every run of the kind. */
  key: string;
  label: string;
  value: number | null;
  unit: FigureUnit;
  /** The direction that is better. */
  best: "most" | "least";
}

/** All comparable numbers of a run; none without a result. The first one is the headline. */
export function figuresOf({ name, result }: Pick<Run, "name" | "result">): Figure[] {
  if (result === null) return [];
  switch (name) {
    case "performance-test.estimate":
      return ofEstimate(result as EstimateResult);
    case "performance-test.storage":
      return ofStorage(result as StorageResult);
    case "performance-test.parser-rules":
      return ofRules(result as RulesResult);
    case "performance-test.dashboard":
      return ofDashboards(result as DashboardsResult);
    default:
      return [];
  }
}

function ofEstimate(result: EstimateResult): Figure[] {
  const { performance: said } = words;
  const rate = (key: "max_eps" | "parser_eps" | "store_eps" | "trigger_eps" | "http_eps"): Figure => ({
    key,
    label: said[key],
    value: result[key],
    unit: "per second",
    best: "most",
  });
  return [
    ...(["max_eps", "parser_eps", "store_eps", "trigger_eps", "http_eps"] as const).map(rate),
    { key: "query_ms", label: said.query_ms, value: result.query_ms, unit: "ms", best: "least" },
    { key: "bytes", label: said.bytes_per_event, value: result.bytes_per_event, unit: "bytes", best: "least" },
  ];
}

function ofStorage({ write, read, bytes_per_event, fsync_ms, fsync_max_ms }: StorageResult): Figure[] {
  const { performance: said } = words;
  const times = (what: "write" | "read", of: StorageResult["write"], label: string): Figure[] =>
    of === null
      ? []
      : (["p50", "p95", "p99"] as const).map((part) => ({
          key: `${what}_${part}`,
          label: `${label}, ${said[part]}`,
          value: of[`${part}_ms`],
          unit: "ms",
          best: "least",
        }));
  return [
    { key: "write_eps", label: said.writeEps, value: write?.eps ?? null, unit: "per second", best: "most" },
    {
      key: "write_bytes",
      label: said.writeBytes,
      value: write?.bytes_per_second ?? null,
      unit: "bytes/s",
      best: "most",
    },
    { key: "read_eps", label: said.readEps, value: read?.eps ?? null, unit: "per second", best: "most" },
    ...times("write", write, said.writeMs),
    ...times("read", read, said.readMs),
    { key: "bytes", label: said.bytes_per_event, value: bytes_per_event, unit: "bytes", best: "least" },
    { key: "fsync", label: said.fsync, value: fsync_ms, unit: "ms", best: "least" },
    { key: "fsync_max", label: `${said.fsync}, ${said.fsyncMax}`, value: fsync_max_ms, unit: "ms", best: "least" },
  ];
}

function ofRules({ eps, seconds, rules_seconds, rules }: RulesResult): Figure[] {
  const { performance: said } = words;
  const share = seconds === 0 ? null : rules_seconds / seconds;
  return [
    { key: "eps", label: said.parsed, value: eps, unit: "per second", best: "most" },
    { key: "share", label: said.rulesTime, value: share, unit: "share", best: "least" },
    ...rules.map(
      ({ name, us_per_asked }): Figure => ({
        key: `rule ${name}`,
        label: name,
        value: us_per_asked,
        unit: "µs",
        best: "least",
      }),
    ),
  ];
}

function ofDashboards({ dashboards }: DashboardsResult): Figure[] {
  return dashboards.flatMap(({ id, title, p95_ms, widgets }): Figure[] => [
    { key: `board ${id}`, label: title, value: p95_ms, unit: "ms", best: "least" },
    ...widgets.map(
      (widget): Figure => ({
        key: `widget ${id} ${widget.id}`,
        label: `${title} / ${widget.title}`,
        value: widget.p95_ms,
        unit: "ms",
        best: "least",
      }),
    ),
  ]);
}
