import { Button, SegmentedControl, UnstyledButton } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "../api/ask.ts";
import type { LogEvent } from "../events/log-event.ts";
import { FailedState } from "../states/failed-state.tsx";
import { LoadingState } from "../states/loading-state.tsx";
import { severities } from "../theme/severity.ts";
import { clockTime, duration, exactTime } from "../time/format-time.ts";
import { useZone } from "../time/zone.ts";
import { words } from "../words/words.ts";
import classes from "./around.module.css";

/** Twin: the results of src/query/kinds/around.ts. */
interface AroundResults {
  /** Oldest first. */
  events: { objects: LogEvent[]; index: number };
}

/** Relations to choose from: the closest first, everything at that time last. */
const levels = ["host,program", "host", ""] as const;

/** The service gives no more on either side. Twin: neighboursMax of the query. */
const neighboursMax = 1_000;

/** Events before and after this one, widened step by step. */
export function Around({ event, onOpen }: { event: LogEvent; onOpen: (id: string) => void }) {
  const [level, setLevel] = useState<string>(levels[0]);
  const [count, setCount] = useState(15);
  const found = useQuery({
    queryKey: ["around", event.id, level, count],
    queryFn: ({ signal }) => {
      const same = level === "" ? [] : level.split(",");
      return ask<AroundResults>("Around", { id: event.id, before: count, after: count, same }, { signal });
    },
    placeholderData: keepPreviousData,
  });
  return (
    <div className={classes.around}>
      <div className={classes.head}>
        <SegmentedControl
          aria-label={words.event.around.whose}
          data={levels.map((value, at) => ({ value, label: words.event.around.levels[at]! }))}
          value={level}
          onChange={setLevel}
        />
      </div>
      {found.error && <FailedState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <LoadingState />}
      {found.data && (
        <>
          <Neighbours results={found.data.results} event={event} onOpen={onOpen} />
          {found.data.results.events.objects.length > count && count < neighboursMax && (
            <Button
              variant="subtle"
              className={classes.more}
              onClick={() => setCount(Math.min(neighboursMax, count * 4))}
            >
              {words.event.around.more}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

interface NeighboursProps {
  results: AroundResults;
  event: LogEvent;
  onOpen: (id: string) => void;
}

function Neighbours({ results, event, onOpen }: NeighboursProps) {
  const zone = useZone();
  return (
    <ol className={classes.list}>
      {results.events.objects.map((neighbour) => {
        const away = neighbour.first_occurrence - event.first_occurrence;
        return (
          <li key={neighbour.id}>
            <UnstyledButton
              className={classes.row}
              aria-current={neighbour.id === event.id || undefined}
              onClick={() => onOpen(neighbour.id)}
            >
              <span className={classes.time} title={exactTime(neighbour.first_occurrence, zone)}>
                {neighbour.id === event.id
                  ? clockTime(neighbour.first_occurrence, zone)
                  : `${away < 0 ? "" : "+"}${duration(away)}`}
              </span>
              <span style={{ color: `var(--severity-${neighbour.severity})` }}>
                {severities[neighbour.severity]?.short}
              </span>
              <span className={classes.message}>
                {neighbour.host !== event.host && <b>{neighbour.host} </b>}
                {neighbour.program !== event.program && <b>{neighbour.program} </b>}
                {neighbour.message.split("\n")[0]}
              </span>
            </UnstyledButton>
          </li>
        );
      })}
    </ol>
  );
}
