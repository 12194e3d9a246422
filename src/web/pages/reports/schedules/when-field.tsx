import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { exactTime, shortTime } from "../../../time/format-time.ts";
import { listZones } from "../../../time/zone.ts";
import { language } from "../../../words/language.ts";
import { words } from "../../../words/words.ts";
import classes from "../report-form.module.css";
import { describeCron, nextTimes } from "./explain-cron.ts";
import { readSchedule, splitZone } from "./read-schedule.ts";

const choices = {
  hourly: "0 * * * *",
  daily: "0 8 * * *",
  weekdays: "0 8 * * 1-5",
  weekly: "0 8 * * 1",
  monthly: "0 8 1 * *",
} as const;

const zones = listZones();

interface WhenFieldProps {
  cron: string;
  timezone: string;
  error?: string;
  /** Undefined while it is not understood. */
  onChange: (cron: string | undefined) => void;
  /** A zone stands behind the plan. */
  onZone: (zone: string) => void;
}

/** A plan in words or as cron, said back in words, with the times that follow from it. */
export function WhenField({ cron, timezone, error, onChange, onZone }: WhenFieldProps) {
  const { reports } = words;
  const [text, setText] = useState(() => describeChoice(cron) ?? cron);
  const read = readSchedule(splitZone(text, zones).plan);
  const meant = read === undefined ? undefined : describeCron(read);
  const change = (next: string) => {
    setText(next);
    const { plan, zone } = splitZone(next, zones);
    if (zone !== undefined) onZone(zone);
    const known = readSchedule(plan);
    onChange(known !== undefined && describeCron(known) !== undefined ? known : undefined);
  };
  return (
    <>
      <fieldset className={classes.choices} aria-label={reports.when}>
        {(Object.keys(choices) as (keyof typeof choices)[]).map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant={read === choices[name] ? "light" : "default"}
            aria-pressed={read === choices[name]}
            onClick={() => change(reports.choices[name])}
          >
            {reports.choices[name]}
          </Button>
        ))}
      </fieldset>
      <TextInput
        label={reports.whenWords}
        description={reports.whenHint}
        value={text}
        error={error ?? (meant === undefined && text.trim() !== "" ? reports.notUnderstood : undefined)}
        onChange={({ target }) => change(target.value)}
      />
      <output className={classes.read} hidden={meant === undefined} aria-live="polite">
        {meant !== undefined && <ReadBack meant={meant} cron={read!} timezone={timezone} />}
      </output>
    </>
  );
}

function ReadBack({ meant, cron, timezone }: { meant: string; cron: string; timezone: string }) {
  const { reports } = words;
  const next = nextTimes(cron, timezone, 3);
  if (next.length === 0) return reports.neverDue;
  return (
    <>
      <b>{reports.readBack(meant, timezone)}</b> <code>{cron}</code>
      <div>{reports.nextTimes}:</div>
      <ol>
        {next.map((time) => (
          <li key={time}>
            <time title={exactTime(time, timezone)}>
              {weekdayOf(time, timezone)} {shortTime(time, timezone)}
            </time>
          </li>
        ))}
      </ol>
    </>
  );
}

function weekdayOf(time: number, timeZone: string): string {
  return new Intl.DateTimeFormat(language, { weekday: "short", timeZone }).format(time * 1000);
}

/** One that is stored and has a word of its own here. */
function describeChoice(cron: string): string | undefined {
  const known = (Object.keys(choices) as (keyof typeof choices)[]).find((name) => choices[name] === cron);
  return known && words.reports.choices[known];
}
