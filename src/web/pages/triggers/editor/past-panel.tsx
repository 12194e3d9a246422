import { Link } from "wouter";
import type { Trigger } from "../../../../api/triggers/schema.ts";
import { shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { words } from "../../../words/words.ts";
import { useAbsences } from "../trigger-data.ts";
import { ActsList } from "./acts-list.tsx";
import classes from "./trigger-editor.module.css";

/** Beyond this only their number is shown: a list of hundreds says no more. */
const absentShown = 20;

/** Shows what a trigger did since it was made, and which expected events are missing now. */
export function PastPanel({ trigger }: { trigger: Trigger }) {
  const zone = useZone();
  const { triggers } = words;
  const { id, hits_count, last_matched, actions_count, failures_count, dropped_count, last_error, last_error_at } =
    trigger;
  return (
    <section aria-label={triggers.past}>
      <h2 className={classes.sub}>{triggers.past}</h2>
      <ul className={classes.list}>
        <li>
          {triggers.hits(hits_count)}{" "}
          {last_matched !== null && (
            <span className={classes.faint}>{triggers.lastHit(shortTime(Math.floor(last_matched), zone))}</span>
          )}
        </li>
        {actions_count > 0 && <li>{triggers.actions(actions_count)}</li>}
        {failures_count > 0 && <li className={classes.problem}>{triggers.failures(failures_count)}</li>}
        {dropped_count > 0 && <li className={classes.problem}>{triggers.dropped(dropped_count)}</li>}
        {last_error !== null && (
          <li className={classes.problem}>
            {triggers.lastError(
              last_error_at === null ? "" : shortTime(last_error_at, zone),
              words.service.fault(last_error),
            )}
          </li>
        )}
        {hits_count > 0 && (
          <li>
            <Link href={`/search?t=last_30_days&q=trigger_ids:${id}`}>{triggers.firedEvents}</Link>
          </li>
        )}
      </ul>
      <ActsList trigger={trigger} />
      {trigger.absence && <Absent trigger={trigger} />}
    </section>
  );
}

function Absent({ trigger }: { trigger: Trigger }) {
  const zone = useZone();
  const found = useAbsences(trigger);
  if (found.data === undefined || found.data.count === 0) return null;
  return (
    <>
      <h3 className={classes.sub}>{words.triggers.absent}</h3>
      <ul className={classes.list}>
        {found.data.values.slice(0, absentShown).map(({ value, last_seen }) => (
          <li key={value}>
            {words.triggers.absentValue(
              value,
              last_seen === null ? words.parts.never : shortTime(Math.floor(last_seen), zone),
            )}
          </li>
        ))}
        {found.data.count > absentShown && (
          <li className={classes.faint}>{words.triggers.moreAbsent(found.data.count - absentShown)}</li>
        )}
      </ul>
    </>
  );
}
