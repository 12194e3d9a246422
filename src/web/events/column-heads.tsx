import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { words } from "../words/words.ts";
import { bounded, type Column, moveColumn, titleOfColumn, widthOfColumn } from "./columns.ts";
import classes from "./event-list.module.css";
import type { ListLook } from "./list-look.ts";

/** Column headings: change order and width by mouse or keys. */
export function ColumnHeads({ look, onColumns }: { look: ListLook; onColumns: (columns: Column[]) => void }) {
  const { columns } = look;
  const resize = (field: string, width: number) =>
    onColumns(columns.map((column) => (column.field === field ? { field, width: bounded(width) } : column)));
  return (
    <div className={classes.heads}>
      <span className={classes.head}>{words.event.list.time}</span>
      {look.gaps && <span className={classes.head}>{words.event.list.gap}</span>}
      {columns.map((column) => (
        <ColumnHead
          key={column.field}
          column={column}
          onResize={(width) => resize(column.field, width)}
          onMove={(direction) => onColumns(moveColumn(columns, column.field, direction))}
          onDrop={(field) => onColumns(placed(columns, field, column.field))}
        />
      ))}
      <span className={classes.head}>{words.event.list.message}</span>
    </div>
  );
}

interface ColumnHeadProps {
  column: Column;
  onResize: (width: number) => void;
  onMove: (direction: -1 | 1) => void;
  /** Another column was dropped here. */
  onDrop: (field: string) => void;
}

function ColumnHead({ column, onResize, onMove, onDrop }: ColumnHeadProps) {
  const title = titleOfColumn(column.field);
  const press = (event: KeyboardEvent) => {
    const direction = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    if (event.shiftKey) onResize(widthOfColumn(column) + direction * 10);
    else onMove(direction);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; by keys the name itself moves
    <span
      className={classes.head}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => onDrop(event.dataTransfer.getData("text/plain"))}
    >
      <button
        type="button"
        draggable
        className={classes.headName}
        title={words.event.list.head}
        onDragStart={(event) => event.dataTransfer.setData("text/plain", column.field)}
        onKeyDown={press}
      >
        {title}
      </button>
      <ResizeGrip column={column} onResize={onResize} />
    </span>
  );
}

function ResizeGrip({ column, onResize }: { column: Column; onResize: (width: number) => void }) {
  const start = useRef<{ x: number; width: number }>(undefined);
  const move = (event: PointerEvent) => {
    if (start.current) onResize(start.current.width + event.clientX - start.current.x);
  };
  return (
    <span
      className={classes.grip}
      aria-hidden
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: widthOfColumn(column) };
      }}
      onPointerMove={move}
      onPointerUp={() => {
        start.current = undefined;
      }}
    />
  );
}

/** The column takes the place of the other one, which makes way to the side that it came from. */
function placed(columns: readonly Column[], field: string, other: string): Column[] {
  const moving = columns.find((column) => column.field === field);
  if (moving === undefined) return [...columns];
  const place = columns.findIndex((column) => column.field === other);
  return columns.filter((column) => column !== moving).toSpliced(place, 0, moving);
}
