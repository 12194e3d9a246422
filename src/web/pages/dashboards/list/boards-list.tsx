import { Button, Switch } from "@mantine/core";
import { IconLayoutDashboard, IconPlus, IconUpload, IconWorld } from "@tabler/icons-react";
import { type DragEvent, lazy, Suspense, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { useActions } from "../../../actions/action-store.ts";
import { may, useUser } from "../../../api/session.ts";
import { useNameFinder } from "../../../layout/use-name-finder.tsx";
import type { ApiPages } from "../../../lists/use-api-pages.ts";
import { VirtualList } from "../../../lists/virtual-list.tsx";
import { EmptyState } from "../../../states/empty-state.tsx";
import { explain } from "../../../states/explain.ts";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { exactTime, shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import type { Board } from "../../../widgets/board-widget.ts";
import { words } from "../../../words/words.ts";
import { BoardMenu } from "../board-menu.tsx";
import { importBoard, refreshBoards, useBoards } from "../boards.ts";
import classes from "./boards-list.module.css";

const NewBoardDialog = lazy(() => import("./new-board-dialog.tsx"));

/** The dashboards, and making more of them. */
export function BoardsList() {
  const said = words.dashboards;
  const user = useUser();
  const bring = useImport();
  const [showsAll, setShowsAll] = useState(false);
  const [isNew, setNew] = useState(false);
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const finder = useNameFinder(said.find);
  const boards = useBoards(showsAll, finder.find);
  useActions([
    { id: "find-name", label: said.find, group: "This page", keys: "/", run: finder.focus },
    { id: "new-board", label: said.new, group: "This page", keys: "n", run: () => setNew(true) },
    { id: "import-board", label: said.importOne, group: "This page", run: () => picker.current?.click() },
  ]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void bring(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a second way; the button is the first
    <div
      className={classes.page}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <header className={classes.head}>
        <h1 className={classes.title}>{said.title}</h1>
        <div className={classes.tools}>
          {finder.field}
          {may(user, "manage_dashboards") && (
            <Switch label={said.everybodys} checked={showsAll} onChange={({ target }) => setShowsAll(target.checked)} />
          )}
          <Button variant="default" leftSection={<IconUpload size={15} />} onClick={() => picker.current?.click()}>
            {said.import}
          </Button>
          <Button leftSection={<IconPlus size={15} />} onClick={() => setNew(true)}>
            {said.new}
          </Button>
          <input
            ref={picker}
            type="file"
            hidden
            accept=".json,.yaml,.yml"
            aria-label={said.exported}
            onChange={({ target }) => {
              void bring(target.files?.[0]);
              target.value = "";
            }}
          />
        </div>
      </header>
      <Boards boards={boards} isNarrowed={finder.find !== undefined} onNew={() => setNew(true)} />
      <Suspense>{isNew && <NewBoardDialog onClose={() => setNew(false)} />}</Suspense>
    </div>
  );
}

interface BoardsProps {
  boards: ApiPages<Board>;
  /** By a part of a name. */
  isNarrowed: boolean;
  onNew: () => void;
}

function Boards({ boards, isNarrowed, onNew }: BoardsProps) {
  const user = useUser();
  const [, navigate] = useLocation();
  const said = words.dashboards;
  if (boards.error) return <FailedState error={boards.error} onRetry={boards.askAgain} />;
  if (boards.count === undefined) return <LoadingState />;
  if (boards.count === 0 && isNarrowed) return <p className={classes.nothing}>{said.noneSo}</p>;
  if (boards.count === 0)
    return <EmptyState title={said.none} text={said.noneText} action={{ label: said.chooseOne, run: onNew }} />;
  return (
    <VirtualList
      className={classes.boards}
      label={said.title}
      pages={boards}
      rowHeight={44}
      idOf={({ id }) => id}
      openId={null}
      onOpen={({ id }) => navigate(`/dashboards/${id}`)}
    >
      {(board) => <BoardEntry board={board} isMine={board.owner.id === user.id} />}
    </VirtualList>
  );
}

/** Takes a file that was exported, and shows what came of it. */
function useImport() {
  const [, navigate] = useLocation();
  return async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      const board = await importBoard(file);
      await refreshBoards();
      toast(words.dashboards.imported(board.title));
      navigate(`/dashboards/${board.id}`);
    } catch (error) {
      toast(words.dashboards.notImported(file.name, explain(error).text), { kind: "bad" });
    }
  };
}

function BoardEntry({ board, isMine }: { board: Board; isMine: boolean }) {
  const zone = useZone();
  const { id, title, owner, widgets, is_public, updated_at } = board;
  return (
    <div className={classes.board} role="presentation">
      <IconLayoutDashboard size={18} stroke={1.5} className={classes.icon} aria-hidden />
      <span role="gridcell" className={classes.name}>
        <Link href={`/dashboards/${id}`}>{title}</Link>
      </span>
      <span role="gridcell" className={classes.facts}>
        {is_public && (
          <span className={classes.public}>
            <IconWorld size={13} aria-hidden /> <span>{words.dashboards.public}</span>
          </span>
        )}
        {!isMine && <span>{owner.fullname || owner.username}</span>}
        <span>{words.dashboards.widgets(widgets.length)}</span>
        <time title={exactTime(updated_at, zone)}>{shortTime(updated_at, zone)}</time>
      </span>
      {/* biome-ignore lint/a11y: only keeps the row from opening, which is what else a click in it does */}
      <span role="gridcell" className={classes.menu} onClick={(event) => event.stopPropagation()}>
        <BoardMenu board={board} />
      </span>
    </div>
  );
}
