import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import type { Trigger, TriggerActs } from "../../../../api/triggers/schema.ts";
import { explain } from "../../../states/explain.ts";
import { isPartly } from "../../../states/partly.ts";
import { exactTime, shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { words } from "../../../words/words.ts";
import { useActs } from "../trigger-data.ts";
import classes from "./trigger-editor.module.css";

type Act = TriggerActs["objects"][number];

const shownFirst = 10;

/** The latest times that a trigger acted: for which event, what it did, and what became of that. */
export function ActsList({ trigger }: { trigger: Trigger }) {
  const found = useActs(trigger);
  const [showsAll, showAll] = useState(false);
  const { triggers, parts } = words;
  const problem = found.error && explain(found.error);
  if (problem) return <p className={classes.problem}>{parts.refused(problem.title, problem.text)}</p>;
  if (found.data === undefined || found.data.length === 0) return null;
  const shown = showsAll ? found.data : found.data.slice(0, shownFirst);
  return (
    <>
      <h3 className={classes.sub}>{triggers.acts}</h3>
      <ul className={classes.list} aria-label={triggers.acts}>
        {shown.map((act) => (
          <ActEntry key={act.id} act={act} />
        ))}
      </ul>
      {shown.length < found.data.length && (
        <Button mt={8} variant="default" size="compact-sm" onClick={() => showAll(true)}>
          {triggers.moreActs(found.data.length - shown.length)}
        </Button>
      )}
    </>
  );
}

function ActEntry({ act }: { act: Act }) {
  const zone = useZone();
  const { triggers } = words;
  const { at, fired_count, is_over, event_id, event_time, host, program, message, outcomes } = act;
  const near = `${Math.floor(event_time) - 300}..${Math.ceil(event_time) + 300}`;
  const when = <time title={exactTime(at, zone)}>{shortTime(at, zone)}</time>;
  return (
    <li className={classes.event}>
      <div className={classes.line}>
        {event_id === null ? when : <Link href={`/search?t=${near}&event=${event_id}`}>{when}</Link>}
        <span className={classes.faint}>
          {host} {program}
          {fired_count > 1 && ` · ${triggers.firedTimes(fired_count)}`}
          {is_over && ` · ${triggers.isOver}`}
        </span>
      </div>
      <p className={classes.message}>{message}</p>
      <ul>
        {outcomes.map((outcome) => (
          <Outcome key={outcome.kind} outcome={outcome} />
        ))}
      </ul>
    </li>
  );
}

function Outcome({ outcome: { kind, place, state, error } }: { outcome: Act["outcomes"][number] }) {
  const { triggers } = words;
  const what = triggers.outcomes[kind](place);
  const isBad = state === "failed" || state === "dropped";
  return (
    <li className={isBad ? classes.problem : undefined}>
      {kind === "task" ? <Link href={`/tasks?task=${place}`}>{what}</Link> : what}
      {state !== "done" && `: ${triggers.outcomeStates[isPartly(error) ? "partly" : state]}`}
      {error !== null && <span className={classes.problem}>{` (${words.service.fault(error)})`}</span>}
    </li>
  );
}
