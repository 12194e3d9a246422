import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useRef } from "react";
import type { LogEvent } from "../../events/log-event.ts";
import { severities } from "../../theme/severity.ts";
import { clockTime, exactTime } from "../../time/format-time.ts";
import { useZone } from "../../time/zone.ts";
import { writeNumber } from "../../words/formats.ts";
import { words } from "../../words/words.ts";
import type { TailLine } from "./tail-feed.ts";
import classes from "./tail-page.module.css";

interface TailLinesProps {
  lines: readonly TailLine[];
  isHeld: boolean;
  openId: string | null;
  onHold: (isHeld: boolean) => void;
  onOpen: (id: string) => void;
}

const rowPixels = 24;
/** Within this distance of the end the reader follows the newest lines. */
const endPixels = 40;

/** The newest stand at the bottom and stay in view until the reader scrolls up. */
export function TailLines({ lines, isHeld, openId, onHold, onOpen }: TailLinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isMoving = useRef(false);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    getItemKey: (index) => lines[index]!.key,
    overscan: 10,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: down to what has come
  useEffect(() => {
    const { current } = scroller;
    if (current === null || isHeld) return;
    isMoving.current = true;
    current.scrollTop = current.scrollHeight;
  }, [lines, isHeld]);
  return (
    <div
      ref={scroller}
      className={classes.lines}
      role="log"
      aria-label={words.tail.log}
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the log is scrolled by keys, too
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        if (isMoving.current) {
          isMoving.current = false;
          return;
        }
        const isAtEnd = scrollHeight - scrollTop - clientHeight < endPixels;
        if (!isAtEnd && !isHeld) onHold(true);
      }}
    >
      <ol className={classes.rows} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const line = lines[index]!;
          return "event" in line ? (
            <Row
              key={key}
              event={line.event}
              repeated={line.repeated}
              top={start}
              isOpen={line.event.id === openId}
              onOpen={onOpen}
            />
          ) : (
            <li key={key} className={classes.gap} style={{ transform: `translateY(${start}px)` }}>
              {line.missed === null ? words.tail.someMissed : words.tail.missed(writeNumber(line.missed))}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface RowProps {
  event: LogEvent;
  /** Number of repeats; absent: it is new. */
  repeated: number | undefined;
  top: number;
  isOpen: boolean;
  onOpen: (id: string) => void;
}

const Row = memo(function Row({ event, repeated, top, isOpen, onOpen }: RowProps) {
  const zone = useZone();
  return (
    <li className={classes.row} style={{ transform: `translateY(${top}px)` }} data-severity={event.severity}>
      <button
        type="button"
        className={classes.open}
        aria-current={isOpen || undefined}
        onClick={() => onOpen(event.id)}
        onPointerEnter={({ currentTarget }) => {
          currentTarget.title = exactTime(event.last_occurrence, zone);
        }}
      >
        <span className={classes.time}>{clockTime(event.last_occurrence, zone)}</span>
        <b className={classes.level} style={{ color: `var(--severity-${event.severity})` }}>
          {severities[event.severity]?.short}
        </b>
        <span className={classes.from}>{event.host}</span>
        <span className={classes.from}>{event.program}</span>
        <span className={classes.message}>
          {repeated !== undefined && <i className={classes.again}>{words.tail.again(writeNumber(repeated))}</i>}
          {event.message.split("\n", 1)[0]}
        </span>
      </button>
    </li>
  );
});
