import type { EstimateResult } from "../../../../performance/result-schemas.ts";
import { TimeChart } from "../../../charts/time-chart.tsx";
import { ValueBars } from "../../../charts/value-bars.tsx";
import { writeNumber } from "../../../charts/write-number.ts";
import { words } from "../../../words/words.ts";
import { figuresOf } from "../figures.ts";
import classes from "../performance-page.module.css";
import { roundFigure, writeFigure } from "../write-figure.ts";
import { FigureBars } from "./figure-bars.tsx";

interface EstimateViewProps {
  result: EstimateResult;
  /** When it was asked for; epoch seconds. */
  at: number;
  zone: string;
}

/** Shows what this machine can carry: rate, bottleneck, duration, and how it went before. */
export function EstimateView({ result, at, zone }: EstimateViewProps) {
  const { performance: said } = words;
  const { max_eps, cpu_count, rule_count, trigger_count, samples } = result;
  const stages = figuresOf({ name: "performance-test.estimate", result }).filter(({ unit }) => unit === "per second");
  return (
    <>
      <section className={classes.verdict} aria-label={said.kinds["performance-test.estimate"]}>
        <p className={classes.says}>{said.carries(roundFigure(max_eps))}</p>
        <p className={classes.hint}>
          {said.bound(said.bounds[boundOf(result)])}{" "}
          {[
            said.machine(cpu_count),
            said.rules(rule_count),
            said.triggers(trigger_count),
            said.ofSamples[samples.of],
          ].join(", ")}
          .
        </p>
      </section>
      <div className={classes.columns}>
        <FigureBars title={said.stages} figures={stages} />
        <Retention result={result} />
        <Questions result={result} />
        <History result={result} at={at} zone={zone} />
      </div>
    </>
  );
}

function boundOf({ max_eps, store_eps, http_eps }: EstimateResult): "store" | "http" | "both" {
  if (max_eps >= store_eps * 0.98) return "store";
  return max_eps >= http_eps * 0.98 ? "http" : "both";
}

const centuryDays = 36_525;
/** Longer than most people keep events: a bar does not grow beyond it. */
const fullBarDays = 365;

function Retention({ result: { retention_days_at, disk_bytes, bytes_per_event } }: { result: EstimateResult }) {
  const { performance: said } = words;
  if (retention_days_at.length === 0) return null;
  return (
    <section className={classes.part} aria-label={said.retention}>
      <h2 className={classes.title}>{said.retention}</h2>
      <ValueBars
        bars={retention_days_at.map(({ eps, days, of }) => ({
          key: `${of} ${eps}`,
          name: said.retentionAt(roundFigure(eps)),
          more: said.retentionOf[of],
          share: days / fullBarDays,
          figure: days > centuryDays ? said.centuries : said.days(roundFigure(days)),
        }))}
      />
      <p className={classes.hint}>
        {said.disk(writeNumber(disk_bytes, "bytes"))} {said.bytes_per_event}: {writeFigure(bytes_per_event, "bytes")}.
      </p>
    </section>
  );
}

function Questions({ result: { query_ms, query_ms_at } }: { result: EstimateResult }) {
  const { performance: said } = words;
  const most = Math.max(...query_ms_at.map(({ ms }) => ms), 1e-9);
  if (query_ms_at.length === 0) return null;
  return (
    <section className={classes.part} aria-label={said.query_ms}>
      <h2 className={classes.title}>{said.queries}</h2>
      <ValueBars
        bars={query_ms_at
          .toSorted((a, b) => a.events - b.events)
          .map(({ events, ms }) => ({
            key: String(events),
            name: said.events(roundFigure(events)),
            share: ms / most,
            figure: writeFigure(ms, "ms"),
          }))}
      />
      {query_ms !== null && (
        <p className={classes.hint}>
          {said.query_ms}: {writeFigure(query_ms, "ms")}.
        </p>
      )}
    </section>
  );
}

/** Estimates one after the other, each as long as until the next: how much the machine moves. */
function History({ result, at, zone }: EstimateViewProps) {
  const { performance: said } = words;
  const { history, drift } = result;
  if (history.length === 0) return null;
  const all = [...history.toReversed(), { ...result, created_at: at }];
  const steps = all.map(({ created_at }, index) => ({
    from: created_at,
    to: all[index + 1]?.created_at ?? created_at + 60,
  }));
  const series = (["max_eps", "parser_eps", "store_eps"] as const).map((key, index) => ({
    name: said[key],
    color: `var(--series-${index})`,
    values: all.map((entry) => entry[key]),
  }));
  return (
    <section className={classes.part} aria-label={said.history}>
      <h2 className={classes.title}>{said.history}</h2>
      <div className={classes.chart}>
        <TimeChart steps={steps} series={series} kind="lines" unit="per second" zone={zone} label={said.history} />
      </div>
      <p className={classes.hint}>
        {said.historyHint(history.length)}
        {drift !== null && `. ${said.max_eps}: ${said.drift(driftText(drift.max_eps))}.`}
      </p>
    </section>
  );
}

function driftText(drift: number): string {
  return `${drift >= 0 ? "+" : "−"}${roundFigure(Math.abs(drift) * 100)} %`;
}
