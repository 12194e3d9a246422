import { Progress, Tooltip, UnstyledButton } from "@mantine/core";
import { writeCondition } from "../../../filter/language/write-condition.ts";
import type { Narrow } from "../../query-line/use-narrow.ts";
import { severities } from "../../theme/severity.ts";
import { duration, exactTime, spanText } from "../../time/format-time.ts";
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
  const count = totals.count ?? 0;
  return (
    <div className={classes.line}>
      <output className={classes.said} aria-live="polite">
        <b>{count.toLocaleString("en")}</b> {count === 1 ? "event" : "events"}
        <Tooltip label={`${exactTime(totals.ts_from, zone)} to ${exactTime(totals.ts_to, zone)}`}>
          <span className={classes.span}>{spanText(totals.ts_from, totals.ts_to, zone)}</span>
        </Tooltip>
        <span className={classes.faint}>in {duration(answer.ms / 1000)}</span>
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
  return <Progress className={classes.progress} value={progress} size={4} aria-label={`${progress} % are done`} />;
}

/** A day that could not be read, or a field that nobody has. */
function Warning({ warning }: { warning: object }) {
  const { day, file, message } = warning as { day?: string; file?: string; message?: string };
  return (
    <span className={classes.warning} title={file}>
      {message ?? `${day} could not be read and is missing here`}
    </span>
  );
}

function SeverityCount({ severity, total, onOnly }: { severity: number; total: number; onOnly: () => void }) {
  const { label, name } = severities[severity]!;
  return (
    <Tooltip label={`Only ${label}: ${writeCondition("severity_name", name)}`}>
      <UnstyledButton
        className={classes.severity}
        onClick={onOnly}
        aria-label={`Only ${label} ${total.toLocaleString("en")}`}
      >
        <i style={{ background: `var(--bar-${severity})` }} />
        {label} <b>{total.toLocaleString("en")}</b>
      </UnstyledButton>
    </Tooltip>
  );
}
