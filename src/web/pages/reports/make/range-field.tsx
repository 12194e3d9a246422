import { Select } from "@mantine/core";
import { useState } from "react";
import { NumberField } from "../../../layout/number-field.tsx";
import { readTyped } from "../../../time/read-typed.ts";
import { TimeField } from "../../../time/time-field.tsx";
import { typedTime } from "../../../time/typed-time.ts";
import { epochOf } from "../../../time/zone.ts";
import { words } from "../../../words/words.ts";
import classes from "../report-form.module.css";

/** As the API takes it. */
interface Range {
  preset?: string;
  ts_from?: number;
  ts_to?: number;
}

interface RangeFieldProps {
  value: unknown;
  /** The zone in which times are read and shown. */
  zone: string;
  error: string | undefined;
  onChange: (range: Range) => void;
}

/** By name, by a number of units, or between two instants, which stay the same each time a schedule runs. */
export function RangeField({ value, zone, error, onChange }: RangeFieldProps) {
  const { reports } = words;
  const range: Range = value === undefined ? { preset: "last_1_hours" } : (value as Range);
  const [way, setWay] = useState(() => wayOf(range));
  const choose = (name: string | null) => {
    if (name === null || name === way) return;
    setWay(name);
    if (name === "own") onChange({ preset: "last_2_hours" });
    else if (name === "between") onChange(lastDay());
    else onChange({ preset: name });
  };
  return (
    <>
      <Select
        label={reports.range}
        allowDeselect={false}
        data={[
          ...Object.entries(reports.ranges).map(([name, label]) => ({ value: name, label })),
          { value: "own", label: reports.ownRange },
          { value: "between", label: reports.between },
        ]}
        value={way}
        error={way === "own" || way === "between" ? undefined : error}
        onChange={choose}
      />
      {way === "own" && <LastFields preset={range.preset ?? ""} error={error} onChange={onChange} />}
      {way === "between" && <BetweenFields key={zone} range={range} zone={zone} error={error} onChange={onChange} />}
    </>
  );
}

function wayOf({ preset }: Range): string {
  if (preset === undefined) return "between";
  return preset in words.reports.ranges ? preset : "own";
}

/** The range offered first. */
function lastDay(): Range {
  const now = Math.floor(Date.now() / 60_000) * 60;
  return { ts_from: now - 86_400, ts_to: now };
}

interface LastFieldsProps extends Pick<RangeFieldProps, "error" | "onChange"> {
  preset: string;
}

function LastFields({ preset, error, onChange }: LastFieldsProps) {
  const { reports } = words;
  const [, count = "", unit = "hour"] = /^last_(\d*)_([a-z]+?)s?$/.exec(preset) ?? [];
  const change = (next: string | number, of: string) => onChange({ preset: `last_${next}_${of}s` });
  return (
    <div className={classes.row}>
      <NumberField
        label={reports.howLong}
        min={1}
        isWhole
        value={count === "" ? "" : Number(count)}
        error={error}
        onChange={(next) => change(next, unit)}
      />
      <Select
        label={reports.unit}
        allowDeselect={false}
        data={Object.entries(reports.units).map(([name, label]) => ({ value: name, label }))}
        value={unit}
        onChange={(next) => next !== null && change(count, next)}
      />
    </div>
  );
}

interface BetweenFieldsProps extends RangeFieldProps {
  range: Range;
}

/** An incomplete range is sent as it is; the service says what is wrong with it. */
function BetweenFields({ range, zone, error, onChange }: Omit<BetweenFieldsProps, "value">) {
  const [from, setFrom] = useState(fieldOf(range.ts_from, zone));
  const [to, setTo] = useState(fieldOf(range.ts_to, zone));
  const change = (nextFrom: string, nextTo: string) => {
    setFrom(nextFrom);
    setTo(nextTo);
    onChange({ ts_from: instantOf(nextFrom, zone), ts_to: instantOf(nextTo, zone) });
  };
  const bounds = [instantOf(from, zone), instantOf(to, zone)] as const;
  const isWhole = bounds[0] !== undefined && bounds[1] !== undefined;
  const wrong = !isWhole ? words.time.bothNeeded : bounds[0]! >= bounds[1]! ? words.time.endFirst : error;
  return (
    <div className={classes.row}>
      <TimeField label={words.time.from} value={from} onChange={(text) => change(text, to)} />
      <TimeField label={words.time.to} value={to} error={wrong} onChange={(text) => change(from, text)} />
    </div>
  );
}

function fieldOf(instant: number | undefined, zone: string): string {
  return instant === undefined ? "" : typedTime(instant, zone);
}

function instantOf(text: string, zone: string): number | undefined {
  const wall = readTyped(text);
  return wall && epochOf(wall, zone);
}
