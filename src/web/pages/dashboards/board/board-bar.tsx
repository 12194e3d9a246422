import { ActionIcon, Button, Menu, Tooltip } from "@mantine/core";
import {
  IconArrowsMaximize,
  IconCheck,
  IconChevronDown,
  IconClockOff,
  IconDeviceTv,
  IconPencil,
  IconPlus,
  IconWorld,
} from "@tabler/icons-react";
import { useRef, useState } from "react";
import { call } from "../../../api/call.ts";
import { useFieldKnowledge } from "../../../api/fields.ts";
import { useIsLive } from "../../../live/live-socket.ts";
import { QueryLine, type QueryLineHandle } from "../../../query-line/query-line.tsx";
import { explain } from "../../../states/explain.ts";
import { TimePicker } from "../../../time/time-picker.tsx";
import { defaultRange, labelOf, type TimeRange, toApiRange } from "../../../time/time-range.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import type { Board } from "../../../widgets/board-widget.ts";
import { words } from "../../../words/words.ts";
import { BoardMenu } from "../board-menu.tsx";
import { refreshBoards } from "../boards.ts";
import type { BoardAddress, SetBoardAddress } from "./board-address.ts";
import classes from "./board-page.module.css";
import { toggleFullScreen } from "./full-screen.ts";

interface BoardBarProps {
  board: Board;
  address: BoardAddress;
  set: SetBoardAddress;
  isEdited: boolean;
  onEdit: () => void;
  onAdd: () => void;
  onKiosk: () => void;
}

/** The dashboard's bar: title, time, filter, actions. */
export function BoardBar({ board, address, set, isEdited, onEdit, onAdd, onKiosk }: BoardBarProps) {
  const said = words.dashboards.board;
  const isLive = useIsLive();
  const fields = useFieldKnowledge(undefined);
  const line = useRef<QueryLineHandle>(null);
  // With the line as it stands there, also without Enter.
  const onTime = (t: TimeRange) => line.current?.take((q) => void set({ q, t }));
  const title = (
    <h1 className={classes.title}>
      <span className={classes.name}>{board.title}</span>
      {board.is_public && <IconWorld size={15} aria-label={words.dashboards.public} />}
      <Tooltip label={isLive ? said.isLive : said.isResting}>
        <span className={classes.live} data-live={isLive}>
          <i />
          {isLive ? said.live : said.resting}
        </span>
      </Tooltip>
    </h1>
  );
  if (address.kiosk)
    return (
      <div className={classes.bar} data-bare="true">
        {title}
        <Button className={classes.buttons} variant="subtle" color="gray" size="compact-sm" onClick={onKiosk}>
          {said.leaveKiosk}
        </Button>
      </div>
    );
  return (
    <div className={classes.bar}>
      {title}
      <div className={classes.filter}>
        <QueryLine
          ref={line}
          value={address.q}
          placeholder={said.lineHint}
          fields={fields}
          onSubmit={(q) => void set({ q })}
        />
      </div>
      <div className={classes.buttons}>
        <BoardTime board={board} address={address} set={set} onTime={onTime} />
        {isEdited && (
          <Button variant="default" h={32} leftSection={<IconPlus size={15} />} onClick={onAdd}>
            {said.widget}
          </Button>
        )}
        {!board.is_read_only && (
          <Button
            variant={isEdited ? "filled" : "default"}
            h={32}
            leftSection={isEdited ? <IconCheck size={15} /> : <IconPencil size={15} />}
            onClick={onEdit}
          >
            {isEdited ? said.done : said.edit}
          </Button>
        )}
      </div>
      <div className={classes.menus}>
        <ScreenMenu onKiosk={onKiosk} />
        <BoardMenu board={board} />
      </div>
    </div>
  );
}

function ScreenMenu({ onKiosk }: { onKiosk: () => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={32} aria-label={words.dashboards.board.screen}>
          <IconDeviceTv size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowsMaximize size={16} />} onClick={toggleFullScreen}>
          {words.dashboards.board.fullScreen}
        </Menu.Item>
        <Menu.Item leftSection={<IconDeviceTv size={16} />} onClick={onKiosk}>
          {words.dashboards.board.kiosk}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface BoardTimeProps extends Pick<BoardBarProps, "board" | "address" | "set"> {
  onTime: (range: TimeRange) => void;
}

/** The reader's own time for all widgets; without it each has its own, or the dashboard's. */
function BoardTime({ board, address: { t }, set, onTime }: BoardTimeProps) {
  const zone = useZone();
  const [isBusy, setBusy] = useState(false);
  const own = rangeOf(board);
  const said = words.dashboards.board;
  if (t === null) return <TimePicker range={own} resolved={undefined} onChange={onTime} />;
  const keep = async () => {
    setBusy(true);
    try {
      const { timezone: _, ...time_range } = toApiRange(t, zone);
      await call("PATCH", `/api/dashboards/${board.id}`, { body: { config: { ...board.config, time_range } } });
      await refreshBoards();
      await set({ t: null }, { history: "replace" });
      toast(said.showsNow(words.time.amid(labelOf(t, zone))));
    } catch (error) {
      toast(words.parts.refused(explain(error).title, explain(error).text), { kind: "bad" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <TimePicker range={t} resolved={undefined} onChange={onTime} />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="light" h={32} px={8} loading={isBusy} aria-label={said.ownTime}>
            <IconChevronDown size={14} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconClockOff size={16} />} onClick={() => void set({ t: null })}>
            {said.eachOwn}
          </Menu.Item>
          {!board.is_read_only && (
            <Menu.Item leftSection={<IconCheck size={16} />} onClick={() => void keep()}>
              {said.keepTime}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** The time range that the dashboard itself names. */
function rangeOf({ config }: Board): TimeRange {
  const { preset, ts_from, ts_to } = (config.time_range ?? {}) as { preset?: string; ts_from?: number; ts_to?: number };
  if (preset !== undefined) return { preset };
  if (ts_from !== undefined && ts_to !== undefined && ts_from >= 0 && ts_to > ts_from)
    return { from: ts_from, to: ts_to };
  return defaultRange;
}
