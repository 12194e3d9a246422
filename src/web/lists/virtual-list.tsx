import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { ApiPages } from "./use-api-pages.ts";
import classes from "./virtual-list.module.css";

export interface VirtualListHandle {
  /** Moves the chosen row, and brings it into sight. */
  move(step: number): void;
  openChosen(): void;
  focus(): void;
}

interface VirtualListProps<Row> {
  label: string;
  pages: ApiPages<Row>;
  rowHeight: number;
  idOf(row: Row): string | number;
  /** The row that is shown beside the list. */
  openId: string | number | null;
  onOpen(row: Row): void;
  /** Cells of a row, each with the role `gridcell`. */
  children(row: Row): ReactNode;
  className?: string;
  ref?: Ref<VirtualListHandle>;
}

/** Rows of a list of the API, of which only those in sight are drawn and read. */
export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { label, pages, rowHeight, idOf, openId, onOpen, children, className, ref } = props;
  const { at, want } = pages;
  const count = pages.count ?? 0;
  const scroller = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(-1);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    useFlushSync: false,
  });
  const shown = rows.getVirtualItems();
  const [first, last] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0];
  useEffect(() => want(first, last), [first, last, want]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured anew when they are of another height
  useEffect(() => rows.measure(), [rowHeight]);
  const choose = (index: number) => {
    const next = Math.min(count - 1, Math.max(0, index));
    setChosen(next);
    rows.scrollToIndex(next, { align: "auto" });
    const row = at(next);
    if (openId !== null && row !== undefined) onOpen(row);
  };
  useImperativeHandle(ref, () => ({
    move: (step) => choose(chosen === -1 ? first : chosen + step),
    openChosen: () => {
      const row = at(chosen);
      if (row !== undefined) onOpen(row);
    },
    focus: () => scroller.current?.focus(),
  }));
  const id = `list-${label.replaceAll(/\W+/g, "-")}`;
  return (
    <div
      ref={scroller}
      className={`${classes.scroller} ${className ?? ""}`}
      role="grid"
      aria-label={label}
      aria-rowcount={count}
      aria-readonly
      tabIndex={0}
      aria-activedescendant={chosen >= first && chosen <= last ? `${id}-${chosen}` : undefined}
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
        const end = { Home: 0, End: count - 1 }[event.key];
        if (event.target !== event.currentTarget || count === 0) return;
        if (step === undefined && end === undefined && event.key !== "Enter") return;
        event.preventDefault();
        event.stopPropagation();
        const row = at(chosen);
        if (event.key !== "Enter") choose(end ?? (chosen === -1 ? first : chosen + step!));
        else if (row !== undefined) onOpen(row);
      }}
    >
      <div className={classes.rows} style={{ height: rows.getTotalSize() }} role="rowgroup">
        {shown.map(({ index, start, key, size }) => {
          const row = at(index);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and the keys
            <div
              key={key}
              id={`${id}-${index}`}
              role="row"
              tabIndex={-1}
              aria-rowindex={index + 1}
              aria-busy={row === undefined}
              aria-selected={row !== undefined && openId !== null && idOf(row) === openId}
              data-chosen={index === chosen}
              className={classes.row}
              style={{ transform: `translateY(${start}px)`, height: size }}
              onClick={() => {
                if (row === undefined || getSelection()?.isCollapsed === false) return;
                setChosen(index);
                onOpen(row);
              }}
            >
              {row === undefined ? <span role="gridcell" className={classes.waiting} /> : children(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
