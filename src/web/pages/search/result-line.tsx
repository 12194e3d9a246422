import { Progress, Tooltip, UnstyledButton } from "@mantine/core";
import { writeCondition, writeField } from "../../../filter/language/write-condition.ts";
import type { HistogramData } from "../../histogram/histogram-data.ts";
import { keyOfValue, lookOfValue } from "../../histogram/look-of-value.ts";
import type { Narrow } from "../../query-line/use-narrow.ts";
import { duration, exactTime, spanText } from "../../time/format-time.ts";
import { writeNumber } from "../../words/formats.ts";
import { words } from "../../words/words.ts";
import classes from "./result-line.module.css";
import type { Search } from "./use-search.ts";

interface ResultLineProps {
  search: Search;
  narrow: Narrow;
}

/** Count, range and duration of the result, what is missing, and what the colours of the bars count. */
export function ResultLine({ search, narrow }: ResultLineProps) {
  const { events, counts, bars, inSight, zone, progress, isSlow } = search;
  const isRunning = isSlow && events.isFetching;
  const answer = search.isStopped ? undefined : events.data;
  if (answer === undefined || counts === undefined)
    return <div className={classes.line}>{isRunning && <Running progress={progress} />}</div>;
  const { ts_from, ts_to } = answer.results.totals;
  const { from, to } = inSight ?? { from: ts_from, to: ts_to };
  // A repeat is a further occurrence of its event, and the histogram counts these.
  const { count, occurrences, ms } = counts;
  return (
    <div className={classes.line}>
      <output className={classes.said} aria-live="polite">
        {count === null ? (
          <span className={classes.faint}>{events.isFetching ? words.search.counting : words.search.notCounted}</span>
        ) : (
          <>
            <b>{writeNumber(count)}</b> {words.search.eventsWord(count)}
            {occurrences > count && <span className={classes.faint}>{words.search.occurrences(occurrences)}</span>}
          </>
        )}
        <Tooltip label={words.search.fromTo(exactTime(from, zone), exactTime(to, zone))}>
          <span className={classes.span}>{spanText(from, to, zone)}</span>
        </Tooltip>
        {count !== null && <span className={classes.faint}>{words.search.tookTime(duration(ms / 1000))}</span>}
      </output>
      {isRunning && <Running progress={progress} />}
      {answer.warnings.map((warning) => (
        <Warning key={JSON.stringify(warning)} warning={warning} />
      ))}
      <span className={classes.values}>{bars && <ValueCounts data={bars} narrow={narrow} />}</span>
    </div>
  );
}

function Running({ progress }: { progress: number }) {
  return <Progress className={classes.progress} value={progress} size={4} aria-label={words.search.done(progress)} />;
}

/** A day that could not be read, or a field that nobody has. */
function Warning({ warning }: { warning: object }) {
  const { day, file, message } = warning as { day?: string; file?: string; message?: string };
  const said = message ?? words.search.missingDay(String(day));
  return (
    <span className={classes.warning} title={file ?? said}>
      {said}
    </span>
  );
}

interface ValueCountsProps {
  data: HistogramData;
  narrow: Narrow;
}

function ValueCounts({ data, narrow }: ValueCountsProps) {
  return data.totals.map(
    (total, index) =>
      total > 0 && <ValueCount key={keyOfValue(data, index)} data={data} index={index} narrow={narrow} />,
  );
}

/** A colour of the bars, what it stands for, and how many there are; narrows to these. */
function ValueCount({ data, index, narrow }: ValueCountsProps & { index: number }) {
  const { label, color } = lookOfValue(data, index);
  const { field, values } = data;
  const value = values[index];
  const count = writeNumber(data.totals[index]!);
  const content = (
    <>
      <i style={{ background: color }} />
      <span className={classes.label}>{label}</span> <b>{count}</b>
    </>
  );
  if (value === undefined) return <span className={classes.value}>{content}</span>;
  const condition = value === "" ? `-${writeField(field)}:*` : writeCondition(field, value);
  return (
    <Tooltip label={words.search.onlyThis(label, condition)}>
      <UnstyledButton
        className={classes.value}
        onClick={() => (value === "" ? narrow(field, null, true) : narrow(field, value))}
        aria-label={words.search.onlyThisCount(label, count)}
      >
        {content}
      </UnstyledButton>
    </Tooltip>
  );
}
