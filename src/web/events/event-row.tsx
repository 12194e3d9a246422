import { type CSSProperties, memo, type ReactNode } from "react";
import { severities } from "../theme/severity.ts";
import { clockTime, dayAndClock, duration, exactTime } from "../time/format-time.ts";
import { writeNumber } from "../words/formats.ts";
import { words } from "../words/words.ts";
import classes from "./event-list.module.css";
import type { FindHits } from "./hits.ts";
import type { ListLook } from "./list-look.ts";
import { fieldText, type LogEvent } from "./log-event.ts";

interface EventRowProps {
  index: number;
  /** Pixels from the top of the list. */
  top: number;
  /** Set only where rows differ in height. */
  measure?: (element: HTMLElement | null) => void;
  event: LogEvent | undefined;
  /** The one before it in time, for the gap between them. */
  previous: LogEvent | undefined;
  look: ListLook;
  findHits: FindHits | undefined;
  isOpen: boolean;
  isChosen: boolean;
  isUnfolded: boolean;
  onOpen: (event: LogEvent, index: number) => void;
  onFold: (id: string) => void;
}

/** Shows one event as a line; a grey box stands for one that is not read yet. */
export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { index, top, measure, event, previous, look, isOpen, isChosen, onOpen } = props;
  const place: CSSProperties = { transform: `translateY(${top}px)` };
  const common = {
    ref: measure,
    style: place,
    "data-index": index,
    "aria-rowindex": index + 1,
    className: classes.row,
  };
  if (event === undefined)
    return (
      <div {...common} role="row" aria-busy>
        <span role="gridcell" className={classes.waiting} />
      </div>
    );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and the keys
    <div
      {...common}
      id={`event-${index}`}
      role="row"
      tabIndex={-1}
      aria-selected={isOpen}
      data-chosen={isChosen}
      data-severity={event.severity}
      onClick={() => {
        // Selecting text is for copying, not for opening the event.
        if (getSelection()?.isCollapsed !== false) onOpen(event, index);
      }}
    >
      <span
        role="gridcell"
        className={classes.time}
        onPointerEnter={({ currentTarget }) => {
          // Built on hover only: hundreds of rows scroll past unused.
          currentTarget.title = exactTime(shownTime(event), look.zone);
        }}
      >
        {(look.dayLength > 0 ? dayAndClock : clockTime)(shownTime(event), look.zone)}
      </span>
      {look.gaps && <Gap event={event} previous={previous} />}
      {look.columns.map(({ field }) => (
        <Cell key={field} event={event} field={field} />
      ))}
      <Message {...props} event={event} />
    </div>
  );
});

/** The last of its occurrences within the range. */
function shownTime(event: LogEvent): number {
  return (event.in_range ?? event).last_occurrence;
}

function Gap({ event, previous }: { event: LogEvent; previous: LogEvent | undefined }) {
  const seconds = previous === undefined ? undefined : shownTime(event) - shownTime(previous);
  return (
    <span role="gridcell" className={classes.gap} data-long={seconds !== undefined && seconds > longGapSeconds}>
      {seconds === undefined ? "" : `+${duration(seconds)}`}
    </span>
  );
}

/** A gap in time worth noticing. */
const longGapSeconds = 60;

function Cell({ event, field }: { event: LogEvent; field: string }) {
  if (field === "severity_name")
    return (
      <span role="gridcell" className={classes.severity}>
        {severities[event.severity]?.short}
      </span>
    );
  const text = fieldText(event, field);
  return (
    <span role="gridcell" className={classes.cell} title={text}>
      {text}
    </span>
  );
}

/** The longest part of a message that one line can show. */
const lineCharactersMax = 2_000;

function Message({ event, findHits, isUnfolded, onFold, look }: EventRowProps & { event: LogEvent }) {
  const lines = event.message.split("\n");
  const isFolded = lines.length > 1 && !isUnfolded;
  const whole = isFolded ? lines[0]! : event.message;
  const text = look.wrap || isUnfolded ? whole : whole.slice(0, lineCharactersMax);
  return (
    <span role="gridcell" className={classes.message} data-unfolded={isUnfolded}>
      {event.counter > 1 && (
        <span className={classes.counter} title={words.event.list.occurrences(writeNumber(event.counter))}>
          {writeNumber(event.counter)}×
        </span>
      )}
      {markHits(text, findHits)}
      {lines.length > 1 && (
        <button
          type="button"
          className={classes.fold}
          tabIndex={-1}
          aria-expanded={isUnfolded}
          onClick={(click) => {
            click.stopPropagation();
            onFold(event.id);
          }}
        >
          {isFolded ? words.event.list.unfold(lines.length - 1) : words.event.list.fold}
        </button>
      )}
    </span>
  );
}

function markHits(text: string, findHits: FindHits | undefined): ReactNode {
  const hits = findHits?.(text) ?? [];
  if (hits.length === 0) return text;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const [from, to] of hits) {
    parts.push(text.slice(end, from), <mark key={from}>{text.slice(from, to)}</mark>);
    end = to;
  }
  return [...parts, text.slice(end)];
}
