import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { timestamps } from "../../api/events/schema.ts";
import { call } from "../api/call.ts";
import type { LogEvent } from "../events/log-event.ts";
import { FailedState } from "../states/failed-state.tsx";
import { LoadingState } from "../states/loading-state.tsx";
import { dayAndClock, duration } from "../time/format-time.ts";
import { useZone } from "../time/zone.ts";
import { writeNumber } from "../words/formats.ts";
import { words } from "../words/words.ts";
import classes from "./event-drawer.module.css";

/** Shown as a list; the timeline above has all of them. */
const listedMax = 500;

/** All occurrences of the message: on a timeline and as a list. */
export function Occurrences({ event }: { event: LogEvent }) {
  const zone = useZone();
  const found = useQuery({
    queryKey: ["timestamps", event.id, event.counter],
    queryFn: ({ signal }) => call<z.output<typeof timestamps>>("GET", `/api/events/${event.id}/timestamps`, { signal }),
  });
  if (found.error) return <FailedState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <LoadingState lines={4} />;
  const { count, first_occurrence: first, last_occurrence: last, timestamps: times } = found.data;
  const width = Math.max(last - first, 1e-6);
  const line = times.map(({ ts }) => `M${(((ts - first) / width) * 1000).toFixed(1)} 4v24`).join("");
  return (
    <div className={classes.times}>
      <p>{count === 1 ? words.event.cameOnce : words.event.came(writeNumber(count), duration(last - first))}</p>
      {count > 1 && (
        <svg
          className={classes.strip}
          viewBox="0 0 1000 32"
          preserveAspectRatio="none"
          role="img"
          aria-label={words.event.overTime}
        >
          <path d={line} stroke="var(--accent)" strokeWidth="1.5" vectorEffect="non-scaling-stroke" fill="none" />
        </svg>
      )}
      <ol className={classes.list}>
        {times.slice(0, listedMax).map(({ ts }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the very same time
          <li key={index}>
            {dayAndClock(ts, zone)}
            {index > 0 && <span className={classes.faint}> +{duration(ts - times[index - 1]!.ts)}</span>}
          </li>
        ))}
      </ol>
      {count > listedMax && <p className={classes.faint}>{words.event.andMore(writeNumber(count - listedMax))}</p>}
    </div>
  );
}
