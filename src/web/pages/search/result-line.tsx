import { Progress, Tooltip, UnstyledButton } from "@mantine/core";
import { writeCondition } from "../../../filter/language/write-condition.ts";
import type { Narrow } from "../../query-line/use-narrow.ts";
import { severities } from "../../theme/severity.ts";
import { duration, exactTime, spanText } from "../../time/format-time.ts";
import { writeNumber } from "../../words/formats.ts";
import { words } from "../../words/words.ts";
import classes from "./result-line.module.css";
import type { Search } from "./use-search.ts";

interface ResultLineProps {
  search: Search;
  narrow: Narrow;
}

/** Count, range, duration and severities of the result, and what is missing. */
export function ResultLine({ search, narrow }: ResultLineProps) {
  const { events, histogram, zone, progress } = search;
  const answer = events.data;
  if (answer === undefined)
    return <div className={classes.line}>{events.isFetching && <Running progress={progress} />}</div>;
  const { totals } = answer.results;
  const { count } = totals;
  // A repeat is a further occurrence of its event, and the histogram counts these.
  const seen = histogram.data?.isWhole === true && !histogram.isFetching ? histogram.data.total : 0;
  return (
    <div className={classes.line}>
      <output className={classes.said} aria-live="polite">
        {count === null ? (
          <span className={classes.faint}>{words.search.counting}</span>
        ) : (
          <>
            <b>{writeNumber(count)}</b> {words.search.eventsWord(count)}
            {seen > count && <span className={classes.faint}>{words.search.occurrences(seen)}</span>}
          </>
        )}
        <Tooltip label={words.search.fromTo(exactTime(totals.ts_from, zone), exactTime(totals.ts_to, zone))}>
          <span className={classes.span}>{spanText(totals.ts_from, totals.ts_to, zone)}</span>
        </Tooltip>
        {count !== null && <span className={classes.faint}>{words.search.tookTime(duration(answer.ms / 1000))}</span>}
      </output>
      {events.isFetching && <Running progress={progress} />}
      {answer.warnings.map((warning) => (
        <Warning key={JSON.stringify(warning)} warning={warning} />
      ))}
      <span className={classes.severities}>
        {(histogram.data?.totals ?? []).map(
          (total, severity) =>
            total > 0 && (
              <SeverityCount
                key={severities[severity]!.name}
                severity={severity}
                total={total}
                onOnly={() => narrow("severity_name", severities[severity]!.name)}
              />
            ),
        )}
      </span>
    </div>
  );
}

function Running({ progress }: { progress: number }) {
  return <Progress className={classes.progress} value={progress} size={4} aria-label={words.search.done(progress)} />;
}

/** A day that could not be read, or a field that nobody has. */
function Warning({ warning }: { warning: object }) {
  const { day, file, message } = warning as { day?: string; file?: string; message?: string };
  return (
    <span className={classes.warning} title={file}>
      {message ?? words.search.missingDay(String(day))}
    </span>
  );
}

function SeverityCount({ severity, total, onOnly }: { severity: number; total: number; onOnly: () => void }) {
  const { label, name } = severities[severity]!;
  return (
    <Tooltip label={words.search.onlySeverity(label, writeCondition("severity_name", name))}>
      <UnstyledButton
        className={classes.severity}
        onClick={onOnly}
        aria-label={words.search.onlySeverityCount(label, writeNumber(total))}
      >
        <i style={{ background: `var(--bar-${severity})` }} />
        {label} <b>{writeNumber(total)}</b>
      </UnstyledButton>
    </Tooltip>
  );
}
