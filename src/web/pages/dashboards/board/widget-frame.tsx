import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import {
  IconArrowsDiagonal2,
  IconCopy,
  IconDots,
  IconGripVertical,
  IconPencil,
  IconSearch,
  IconTrash,
} from "@tabler/icons-react";
import { type KeyboardEvent, useRef } from "react";
import { QueryFailure, type QueryRecord } from "../../../api/ask.ts";
import type { WidgetLook } from "../../../live/live-socket.ts";
import { useInSight } from "../../../live/use-in-sight.ts";
import { useLiveWidget } from "../../../live/use-live-widget.ts";
import { explain } from "../../../states/explain.ts";
import { LoadingState } from "../../../states/loading-state.tsx";
import { type Board, type BoardWidget, configOf } from "../../../widgets/board-widget.ts";
import { lineOf, type Narrowing } from "../../../widgets/events-address.ts";
import { WidgetBody } from "../../../widgets/widget-body.tsx";
import { widgetKind } from "../../../widgets/widget-kinds.ts";
import { words } from "../../../words/words.ts";
import type { Place } from "./grid-layout.ts";
import type { BoardLayout } from "./use-board-layout.ts";
import { useDrag } from "./use-drag.ts";
import { copyWidget, removeWidget } from "./widget-changes.ts";
import classes from "./widget-frame.module.css";

interface WidgetFrameProps {
  board: Board;
  widget: BoardWidget;
  place: Place;
  layout: BoardLayout;
  look: WidgetLook;
  isEdited: boolean;
  zone: string;
  /** The reader's own time, as an address has it; undefined: the widget's. */
  range: string | undefined;
  onZoom: (from: number, to: number) => void;
  onSearch: (parameters: URLSearchParams) => void;
  onDescribe: () => void;
}

/** A widget: title, answer, menu. */
export function WidgetFrame(props: WidgetFrameProps) {
  const { widget, look, zone, onZoom, onSearch } = props;
  const frame = useRef<HTMLElement>(null);
  const isInSight = useInSight(frame);
  const { record, error, isStale } = useLiveWidget(widget.id, look, isInSight);
  const kind = widgetKind(widget.type);
  const search = (more?: Narrowing, event?: string) => {
    const q = lineOf(widget, look.q, more) ?? "";
    const t = props.range ?? boundsOf(record) ?? "last_1_hours";
    onSearch(new URLSearchParams({ ...(q !== "" && { q }), t, ...(event !== undefined && { event }) }));
  };
  const canSearch = kind?.isAboutEvents === true && lineOf(widget, look.q) !== undefined;
  const actions = {
    onValue: (more: Narrowing) => search(more),
    onZoom,
    onEvent: (id: string) => search(undefined, id),
  };
  const failure =
    error ?? (record?.status === "FAILURE" ? new QueryFailure(record, words.dashboards.widget.couldNot) : undefined);
  return (
    <article ref={frame} className={classes.frame} data-stale={isStale}>
      <Head {...props} onSearch={canSearch ? () => search() : undefined} />
      {failure ? (
        <p className={classes.failure} role="alert">
          <b>{explain(failure).title}</b>
          {explain(failure).plain}
        </p>
      ) : record?.results == null ? (
        <LoadingState lines={3} />
      ) : (
        <WidgetBody widget={widget} results={record.results} zone={zone} actions={actions} />
      )}
      {props.isEdited && !props.place.isFixed && <Corner {...props} />}
    </article>
  );
}

interface HeadProps extends Omit<WidgetFrameProps, "onSearch"> {
  onSearch: (() => void) | undefined;
}

function Head({ board, widget, place, layout, isEdited, onSearch, onDescribe }: HeadProps) {
  const said = words.dashboards.widget;
  const drag = useDrag(layout, place, "move");
  const { description } = configOf(widget);
  const isMovable = isEdited && !place.isFixed;
  return (
    <header className={classes.head} data-movable={isMovable} {...(isMovable && drag)}>
      {isMovable && (
        <Tooltip label={said.arrows}>
          <button
            type="button"
            className={classes.grip}
            aria-label={said.place(widget.title, place.y + 1, place.x + 1, place.w, place.h)}
            onKeyDown={(event) => moveByKeys(event, place, layout)}
          >
            <IconGripVertical size={15} aria-hidden />
          </button>
        </Tooltip>
      )}
      <Tooltip label={description} disabled={!description} multiline maw={320}>
        <h2 className={classes.title}>{widget.title}</h2>
      </Tooltip>
      <span className={classes.tools} onPointerDown={(event) => event.stopPropagation()}>
        {onSearch && (
          <Tooltip label={said.showEvents}>
            <ActionIcon size={26} aria-label={said.showEventsOf(widget.title)} onClick={onSearch}>
              <IconSearch size={15} />
            </ActionIcon>
          </Tooltip>
        )}
        {!board.is_read_only && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon size={26} aria-label={words.dashboards.more(widget.title)}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {!widget.is_read_only && (
                <Menu.Item leftSection={<IconPencil size={16} />} onClick={onDescribe}>
                  {said.changeIt}
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copyWidget(board, widget)}>
                {said.copy}
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => void removeWidget(board, widget)}
              >
                {said.takeOff}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </span>
    </header>
  );
}

function Corner({ layout, place }: WidgetFrameProps) {
  const drag = useDrag(layout, place, "resize");
  return (
    <span className={classes.corner} aria-hidden {...drag}>
      <IconArrowsDiagonal2 size={14} />
    </span>
  );
}

const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function moveByKeys(event: KeyboardEvent, { id, w, h }: Place, layout: BoardLayout): void {
  const direction = directions[event.key];
  if (direction === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const [dx, dy] = direction;
  if (event.shiftKey) layout.move(id, { w: w + dx, h: h + dy });
  else layout.step(id, dx, dy);
}

/** Range of the answer, as an address has it. */
function boundsOf(record: QueryRecord | undefined): string | undefined {
  const { time_range } = (record?.params ?? {}) as { time_range?: { preset?: string } };
  if (time_range?.preset !== undefined) return time_range.preset;
  const { ts_from, ts_to } =
    ((record?.results ?? {}) as { totals?: { ts_from?: number; ts_to?: number } }).totals ?? {};
  return ts_from === undefined || ts_to === undefined ? undefined : `${Math.floor(ts_from)}..${Math.ceil(ts_to)}`;
}
