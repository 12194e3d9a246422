import { SegmentedControl } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type CSSProperties, useState } from "react";
import { Link } from "wouter";
import { TimeChart } from "../../../charts/time-chart.tsx";
import type { LogEvent } from "../../../events/log-event.ts";
import { explain } from "../../../states/explain.ts";
import { dayAndClock, exactTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { words } from "../../../words/words.ts";
import { type Preview, type TriggerDraft, usePreview } from "../trigger-data.ts";
import classes from "./trigger-editor.module.css";

/** Asks for the preview this long after the last change. */
const pausedMs = 500;

/** Shows the past events that the trigger, as it is written now, would have fired on. */
export function PreviewPanel({ draft }: { draft: TriggerDraft }) {
  const { triggers, parts } = words;
  const [preset, setPreset] = useState("last_24_hours");
  const [settled] = useDebouncedValue(draft, pausedMs);
  const found = usePreview(settled, preset);
  const problem = found.error && explain(found.error);
  return (
    <section aria-label={triggers.preview} aria-busy={found.isFetching}>
      <h2 className={classes.title}>{triggers.preview}</h2>
      <SegmentedControl
        fullWidth
        my={8}
        aria-label={triggers.previewRange}
        value={preset}
        onChange={setPreset}
        data={[
          { value: "last_1_hours", label: triggers.lastHour },
          { value: "last_24_hours", label: triggers.lastDay },
          { value: "last_7_days", label: triggers.lastWeek },
        ]}
      />
      <p className={classes.problem} role="alert">
        {problem && parts.refused(problem.title, problem.text)}
      </p>
      {!problem && <Found found={found.data} />}
    </section>
  );
}

function Found({ found }: { found: Preview | undefined }) {
  const zone = useZone();
  const { triggers } = words;
  if (found === undefined) return <output className={classes.faint}>{triggers.looking}</output>;
  const { fired_count, matched_count, details, events, warnings } = found;
  const steps = details.map(({ ts_from, ts_to }) => ({ from: ts_from, to: ts_to }));
  const series = [{ name: triggers.title, color: "var(--accent)", values: details.map(({ count }) => count) }];
  return (
    <>
      <output>
        <b>{fired_count === 0 ? triggers.wouldNotFire : triggers.wouldFire(fired_count)}</b>{" "}
        <span className={classes.faint}>{triggers.matches(matched_count)}</span>
      </output>
      {warnings.length > 0 && <p className={classes.problem}>{triggers.missingDays(warnings.length)}</p>}
      {fired_count > 0 && (
        <div className={classes.chart}>
          <TimeChart steps={steps} series={series} kind="bars" zone={zone} label={triggers.firedChart} />
        </div>
      )}
      {events.length > 0 && <h3 className={classes.sub}>{triggers.latestOnes}</h3>}
      <ul className={classes.list}>
        {(events as unknown as LogEvent[]).map((event) => (
          <EventEntry key={event.id} event={event} />
        ))}
      </ul>
    </>
  );
}

function EventEntry({ event }: { event: LogEvent }) {
  const zone = useZone();
  const { id, host, program, message, severity, first_occurrence, last_occurrence } = event;
  const address = `/search?t=${Math.floor(first_occurrence) - 300}..${Math.ceil(last_occurrence) + 300}&event=${id}`;
  return (
    <li className={classes.event} style={{ "--bar": `var(--bar-${severity})` } as CSSProperties}>
      <div className={classes.line}>
        <Link href={address} title={exactTime(last_occurrence, zone)}>
          {dayAndClock(last_occurrence, zone)}
        </Link>
        <span className={classes.faint}>
          {host} {program}
        </span>
      </div>
      <p className={classes.message}>{message}</p>
    </li>
  );
}
