import { SegmentedControl } from "@mantine/core";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import type { System } from "../../../../api/system/schema.ts";
import { TimeChart } from "../../../charts/time-chart.tsx";
import { writeNumber } from "../../../charts/write-number.ts";
import { PageHead } from "../../../layout/page-head.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { failureOf } from "../../../states/failure-of.ts";
import { LoadingState } from "../../../states/loading-state.tsx";
import { duration } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { words } from "../../../words/words.ts";
import { LedgerPart, SendersPart } from "./ledger-part.tsx";
import { Part } from "./part.tsx";
import { StoragePart } from "./storage-part.tsx";
import classes from "./system.module.css";
import { useSystem } from "./system-data.ts";
import { Troubles } from "./troubles.tsx";

const spans = { hour: 60, sixHours: 360, day: 1440 } as const;
type Span = keyof typeof spans;

/** The state of the service: what it takes in, stores and loses, and how long its space lasts. */
export function SystemPage() {
  const [span, setSpan] = useQueryState(
    "span",
    parseAsStringLiteral(Object.keys(spans) as Span[])
      .withDefault("hour")
      .withOptions({ history: "push", clearOnDefault: true }),
  );
  const found = useSystem(spans[span]);
  const failure = failureOf(found);
  const { system } = words;
  return (
    <div className={classes.page}>
      <PageHead
        title={system.title}
        note={
          found.data &&
          `vigie ${found.data.version}, ${system.upSince(duration(Math.round(found.data.uptime_seconds)))}`
        }
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is long is scrolled by keys, too */}
      <div className={classes.body} tabIndex={0} role="region" aria-label={system.title}>
        {failure && <FailedState error={failure} onRetry={() => void found.refetch()} />}
        {found.data === undefined && !failure && <LoadingState lines={14} />}
        {found.data !== undefined && !failure && (
          <>
            <Troubles system={found.data} />
            <Figures system={found.data} />
            <Arrivals system={found.data} span={span} onSpan={(next) => void setSpan(next)} />
            <StoragePart storage={found.data.storage} />
            <div className={classes.halves}>
              <LedgerPart system={found.data} />
              <SendersPart system={found.data} />
            </div>
          </>
        )}
      </div>
    </div>
  );
}

function Figures({ system: found }: { system: System }) {
  const { system } = words;
  const { ingest, process, threads, connections, large_work, triggers, parser_rules } = found;
  const { last_minute, last_hour, last_day } = ingest.events_per_second;
  const used = found.uptime_seconds === 0 ? 0 : process.cpu_seconds / found.uptime_seconds;
  const running = threads.running.light + threads.running.heavy;
  const waiting = threads.waiting.light + threads.waiting.heavy;
  const figures: [label: string, value: string, isBad?: boolean][] = [
    [system.lastMinute, writeNumber(last_minute)],
    [system.lastHour, writeNumber(last_hour, "per second")],
    [system.lastDay, writeNumber(last_day, "per second")],
    [system.stored, writeNumber(found.stored)],
    [system.lost, writeNumber(found.lost), found.lost > 0],
    [system.memory, writeNumber(process.memory_bytes, "bytes")],
    [system.processors, system.ofProcessors(writeNumber(Math.round(used * 100) / 100), process.cpu_count)],
    [system.threads, system.threadsText(running, waiting)],
    ...(connections === null
      ? []
      : [[system.connections, system.ofMost(connections.open, connections.most)] as [string, string]]),
    [
      system.largeWork,
      system.largeWorkText(
        writeNumber(large_work.taken_bytes, "bytes"),
        writeNumber(large_work.most_bytes, "bytes"),
        large_work.waiting,
      ),
    ],
    [system.triggers, system.triggersText(triggers.active, triggers.owed)],
    [system.rules, system.rulesText(parser_rules.enabled)],
  ];
  return (
    <dl className={classes.figures} aria-label={system.now}>
      {figures.map(([label, value, isBad]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-bad={isBad}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ArrivalsProps {
  system: System;
  span: Span;
  onSpan: (span: Span) => void;
}

function Arrivals({ system: found, span, onSpan }: ArrivalsProps) {
  const zone = useZone();
  const { system } = words;
  const minutes = merged(found.ingest.minutes, Math.max(1, Math.round(found.ingest.minutes.length / 120)));
  const series = [
    { name: system.new, color: "var(--series-0)", values: minutes.map((minute) => minute.new) },
    { name: system.duplicates, color: "var(--series-6)", values: minutes.map(({ duplicates }) => duplicates) },
    { name: system.dropped, color: "var(--bar-3)", values: minutes.map(({ dropped }) => dropped) },
  ];
  return (
    <Part
      title={system.arrivals}
      tools={
        <SegmentedControl
          aria-label={system.span}
          value={span}
          onChange={(next) => onSpan(next as Span)}
          data={(Object.keys(spans) as Span[]).map((name) => ({ value: name, label: system[name] }))}
        />
      }
    >
      <div className={classes.chart}>
        <TimeChart
          steps={minutes.map(({ from, to }) => ({ from, to }))}
          series={series}
          kind="bars"
          zone={zone}
          label={system.arrivals}
        />
      </div>
    </Part>
  );
}

/** Minutes of a step: a bar of half a pixel says nothing. */
function merged(minutes: System["ingest"]["minutes"], width: number) {
  const steps: { from: number; to: number; new: number; duplicates: number; dropped: number }[] = [];
  for (const [at, minute] of minutes.entries()) {
    if (at % width === 0) steps.push({ from: minute.ts_from, to: 0, new: 0, duplicates: 0, dropped: 0 });
    const step = steps.at(-1)!;
    step.to = minute.ts_from + 60;
    step.new += minute.new;
    step.duplicates += minute.duplicates;
    step.dropped += minute.dropped;
  }
  return steps;
}
