import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconPinnedOff } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { call } from "../../../api/call.ts";
import type { LogEvent } from "../../../events/log-event.ts";
import { explain } from "../../../states/explain.ts";
import { severities } from "../../../theme/severity.ts";
import { dayAndClock } from "../../../time/format-time.ts";
import { words } from "../../../words/words.ts";
import classes from "./pinned-lines.module.css";

interface PinnedLinesProps {
  pins: readonly string[];
  zone: string;
  onOpen(id: string): void;
  onLoose(id: string): void;
}

/** Events that stay in sight whatever is searched for, in the order of time. */
export function PinnedLines({ pins, zone, onOpen, onLoose }: PinnedLinesProps) {
  const lines = useQueries({
    queries: pins.map((id) => ({
      queryKey: ["pinned", id],
      queryFn: ({ signal }: { signal: AbortSignal }) => call<LogEvent>("GET", `/api/events/${id}`, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  if (pins.length === 0) return null;
  const timeOf = (at: number) => lines[at]?.data?.last_occurrence ?? 0;
  const order = pins.map((_, at) => at).sort((a, b) => timeOf(a) - timeOf(b));
  return (
    <ul className={classes.pins} aria-label={words.search.pins.title}>
      {order.map((at) => (
        <li key={pins[at]} className={classes.pin}>
          <UnstyledButton className={classes.line} onClick={() => onOpen(pins[at]!)}>
            {lines[at]?.data ? (
              <Line event={lines[at].data} zone={zone} />
            ) : (
              <span className={classes.faint}>{lines[at]?.error ? explain(lines[at].error).text : "…"}</span>
            )}
          </UnstyledButton>
          <ActionIcon size={24} aria-label={words.search.pins.loose} onClick={() => onLoose(pins[at]!)}>
            <IconPinnedOff size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

function Line({ event, zone }: { event: LogEvent; zone: string }) {
  return (
    <>
      <span className={classes.faint}>{dayAndClock(event.last_occurrence, zone)}</span>
      <b style={{ color: `var(--severity-${event.severity})` }}>{severities[event.severity]?.short}</b>
      <span className={classes.host}>{event.host}</span>
      <span className={classes.message}>{event.message.split("\n")[0]}</span>
    </>
  );
}
