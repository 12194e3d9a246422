import { type CSSProperties, useCallback } from "react";
import { useLocation } from "wouter";
import { toApiRange, writeRange } from "../../../time/time-range.ts";
import { useZone } from "../../../time/zone.ts";
import type { Board, BoardWidget } from "../../../widgets/board-widget.ts";
import { words } from "../../../words/words.ts";
import type { BoardAddress, SetBoardAddress } from "./board-address.ts";
import classes from "./board-grid.module.css";
import pageClasses from "./board-page.module.css";
import { useBoardLayout } from "./use-board-layout.ts";
import { WidgetFrame } from "./widget-frame.tsx";

interface BoardGridProps {
  board: Board;
  address: BoardAddress;
  set: SetBoardAddress;
  isEdited: boolean;
  onDescribe: (widget: BoardWidget) => void;
}

/** Widgets on a grid of six columns; stacked on narrow screens. */
export function BoardGrid({ board, address, set, isEdited, onDescribe }: BoardGridProps) {
  const zone = useZone();
  const layout = useBoardLayout(board);
  const [, navigate] = useLocation();
  const { t, q } = address;
  const look = {
    dashboard: board.id,
    ...(t !== null && { time_range: toApiRange(t, zone) }),
    ...(q !== "" && { q }),
  };
  const onSearch = useCallback((parameters: URLSearchParams) => navigate(`/search?${parameters}`), [navigate]);
  const widgets = new Map(board.widgets.map((widget) => [widget.id, widget]));
  return (
    <div className={pageClasses.scroll}>
      {isEdited && <p className={pageClasses.hint}>{words.dashboards.board.dragHint}</p>}
      <div className={classes.grid} data-grid data-edited={isEdited}>
        {layout.places.map((place) => {
          const widget = widgets.get(place.id);
          const style = {
            "--x": place.x + 1,
            "--y": place.y + 1,
            "--w": place.w,
            "--h": place.h,
          } as CSSProperties;
          return (
            widget && (
              <section key={place.id} className={classes.cell} style={style} aria-label={widget.title}>
                <WidgetFrame
                  board={board}
                  widget={widget}
                  place={place}
                  layout={layout}
                  look={look}
                  isEdited={isEdited}
                  zone={zone}
                  range={t === null ? undefined : writeRange(t)}
                  onZoom={(from, to) => void set({ t: { from, to } })}
                  onSearch={onSearch}
                  onDescribe={() => onDescribe(widget)}
                />
              </section>
            )
          );
        })}
      </div>
    </div>
  );
}
