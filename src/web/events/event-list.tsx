import { useElementSize } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from "react";
import { words } from "../words/words.ts";
import { ColumnHeads } from "./column-heads.tsx";
import { type Column, widthOfColumn } from "./columns.ts";
import classes from "./event-list.module.css";
import { EventRow } from "./event-row.tsx";
import type { FindHits } from "./hits.ts";
import type { ListLook } from "./list-look.ts";
import type { LogEvent } from "./log-event.ts";
import { usePrinting } from "./use-printing.ts";

export interface EventListHandle {
  /** Moves the chosen line, and brings it into sight. */
  move(step: number): void;
  openChosen(): void;
  /** Brings a row to the middle and chooses it; a drawer that is open stays at its event. */
  show(index: number): void;
  chosen(): LogEvent | undefined;
  /** The chosen row, or the first in sight. */
  lookedAt(): LogEvent | undefined;
  focus(): void;
}

interface EventListProps {
  /** A new answer resets the list: first line, nothing chosen or unfolded. */
  answerId: string;
  rowCount: number;
  at(index: number): LogEvent | undefined;
  want(from: number, to: number): void;
  look: ListLook;
  findHits: FindHits | undefined;
  /** The event in the drawer. */
  openId: string | null;
  onOpen(event: LogEvent): void;
  onColumns(columns: Column[]): void;
  /** Newest first: the line before in time stands below. */
  isNewestFirst: boolean;
  label: string;
  ref?: Ref<EventListHandle>;
}

/** A virtual list of up to 100,000 events; only visible rows are drawn. */
export function EventList(props: EventListProps) {
  const { answerId, rowCount, at, want, look, findHits, openId, onOpen, onColumns, isNewestFirst, label, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(-1);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(nothing);
  const { list, isStacked, rowHeight } = useRowHeight(look);
  const isMeasured = look.wrap || unfolded.size > 0;
  const rows = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // Draws once per frame, however many scroll events come.
    useFlushSync: false,
  });
  const [answered, setAnswered] = useState(answerId);
  if (answered !== answerId) {
    setAnswered(answerId);
    setChosen(-1);
    setUnfolded(nothing);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    // Whoever writes it where it is already has the whole page laid out for it.
    if (scroller.current !== null && rows.scrollOffset) scroller.current.scrollTop = 0;
  }, [answerId]);
  const isPrinting = usePrinting();
  const printed = isPrinting ? countRead(at, rowCount) : 0;
  const inSight = rows.getVirtualItems();
  const shown = isPrinting ? Array.from({ length: printed }, (_, index) => ({ index, start: 0, key: index })) : inSight;
  const [first, last] = [inSight[0]?.index ?? 0, inSight.at(-1)?.index ?? 0];
  useEffect(() => (isPrinting ? undefined : want(first, last)), [first, last, want, isPrinting]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured anew when they look otherwise
  useEffect(() => rows.measure(), [rowHeight, look.wrap, isMeasured]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows lie in sight then
  useEffect(() => {
    if (chosen >= 0) rows.scrollToIndex(chosen, { align: "auto" });
  }, [rowHeight]);
  const choose = (index: number) => {
    const next = Math.min(rowCount - 1, Math.max(0, index));
    setChosen(next);
    rows.scrollToIndex(next, { align: "auto" });
    const event = at(next);
    if (openId !== null && event !== undefined) onOpen(event);
  };
  useImperativeHandle(ref, () => ({
    move: (step) => choose(chosen === -1 ? first : chosen + step),
    openChosen: () => {
      const event = at(chosen);
      if (event !== undefined) onOpen(event);
    },
    show: (index) => {
      setChosen(index);
      rows.scrollToIndex(index, { align: "center" });
    },
    chosen: () => at(chosen),
    lookedAt: () => at(chosen === -1 ? Math.floor((scroller.current?.scrollTop ?? 0) / rowHeight) : chosen),
    focus: () => scroller.current?.focus(),
  }));
  const open = useRef(onOpen);
  open.current = onOpen;
  // Stable props: rows that do not change are not drawn again while scrolling.
  const openRow = useCallback((event: LogEvent, index: number) => {
    setChosen(index);
    open.current(event);
  }, []);
  const toggleFold = useCallback((id: string) => {
    setUnfolded((known) => {
      const next = new Set(known);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  return (
    <div
      ref={list}
      className={classes.list}
      style={gridOf(look)}
      data-compact={look.compact}
      data-wrap={look.wrap}
      data-stacked={isStacked}
    >
      <ColumnHeads look={look} onColumns={onColumns} />
      <div
        ref={scroller}
        className={classes.scroller}
        role="grid"
        data-answer={answerId}
        aria-label={label}
        aria-rowcount={rowCount}
        aria-readonly
        tabIndex={0}
        aria-activedescendant={chosen >= first && chosen <= last ? `event-${chosen}` : undefined}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];
          const end = { Home: 0, End: rowCount - 1 }[event.key];
          if (
            event.target !== event.currentTarget ||
            (step === undefined && end === undefined && event.key !== "Enter")
          )
            return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === "Enter") at(chosen) && onOpen(at(chosen)!);
          else choose(end ?? (chosen === -1 ? first : chosen + step!));
        }}
      >
        <div className={classes.rows} style={{ height: isPrinting ? undefined : rows.getTotalSize() }} role="rowgroup">
          {shown.map(({ index, start, key }) => (
            <EventRow
              key={key}
              index={index}
              top={start}
              measure={isMeasured ? rows.measureElement : undefined}
              event={at(index)}
              previous={look.gaps ? at(index + (isNewestFirst ? 1 : -1)) : undefined}
              look={look}
              findHits={findHits}
              isOpen={openId !== null && at(index)?.id === openId}
              isChosen={index === chosen}
              isUnfolded={unfolded.has(at(index)?.id ?? "")}
              onOpen={openRow}
              onFold={toggleFold}
            />
          ))}
        </div>
      </div>
      {isPrinting && printed < rowCount && <p className={classes.printed}>{words.search.printed(printed, rowCount)}</p>}
    </div>
  );
}

/** Stacked: a row is two lines, what stands beside the message, and the message. */
function useRowHeight({ compact }: ListLook) {
  const { ref: list, width } = useElementSize<HTMLDivElement>();
  const isStacked = (width || innerWidth) <= stackedWidthMax;
  return { list, isStacked, rowHeight: isStacked ? 46 : compact ? 20 : 24 };
}

/** Rows from the first on that have been read, as many as a printer should get. */
function countRead(at: (index: number) => LogEvent | undefined, rowCount: number): number {
  let count = 0;
  while (count < Math.min(rowCount, printedMax) && at(count) !== undefined) count++;
  return count;
}

const printedMax = 1_000;

/** Narrower, beside an open event or on a phone, no column would be left for the message: it gets a line of its own. */
const stackedWidthMax = 600;

const nothing: ReadonlySet<string> = new Set();

/** The columns, once for all rows. */
function gridOf({ columns, dayLength, gaps }: ListLook): CSSProperties {
  const time = `${clockPx + (dayLength > 0 ? (dayLength + 1) * characterPx : 0)}px`;
  const chosen = columns.map((column) => `${widthOfColumn(column)}px`);
  const template = [time, ...(gaps ? ["72px"] : []), ...chosen, "minmax(160px, 1fr)"].join(" ");
  return { "--columns": template } as CSSProperties;
}

/** Of the list's face and size. */
const characterPx = 8;
/** `14:02:31.482`. */
const clockPx = 12 * characterPx + 4;
