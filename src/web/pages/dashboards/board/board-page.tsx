import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { type Action, useActions } from "../../../actions/action-store.ts";
import { ApiError } from "../../../api/api-error.ts";
import { EmptyState } from "../../../states/empty-state.tsx";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import type { Board, BoardWidget } from "../../../widgets/board-widget.ts";
import { words } from "../../../words/words.ts";
import { useBoard } from "../boards.ts";
import { useBoardAddress } from "./board-address.ts";
import { BoardBar } from "./board-bar.tsx";
import { BoardGrid } from "./board-grid.tsx";
import classes from "./board-page.module.css";
import { toggleFullScreen, useKiosk } from "./full-screen.ts";

const WidgetDialog = lazy(() => import("./widget-dialog.tsx"));

/** One dashboard: its widgets, kept up to date. */
export function BoardPage({ id }: { id: number }) {
  const board = useBoard(id);
  const [, navigate] = useLocation();
  const { title } = board.data ?? {};
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · vigie`;
  }, [title]);
  if (board.error instanceof ApiError && board.error.status === 404)
    return (
      <EmptyState
        title={words.dashboards.board.notThere}
        text={words.dashboards.board.notThereText}
        action={{ label: words.dashboards.board.showAll, run: () => navigate("/dashboards") }}
      />
    );
  if (board.data === undefined)
    return board.error ? (
      <FailedState error={board.error} onRetry={() => void board.refetch()} />
    ) : (
      <LoadingState lines={10} />
    );
  return <ShownBoard board={board.data} />;
}

function ShownBoard({ board }: { board: Board }) {
  const said = words.dashboards.board;
  const { address, set } = useBoardAddress();
  const [described, setDescribed] = useState<BoardWidget | "new">();
  const isEdited = address.edit && !board.is_read_only && !address.kiosk;
  useKiosk(address.kiosk);
  const toggleEdit = () => void set({ edit: address.edit ? null : true }, { history: "replace" });
  const toggleKiosk = () => void set({ kiosk: address.kiosk ? null : true });
  const actions: Action[] = [
    here("full-screen", said.fullScreen, "shift+f", toggleFullScreen),
    here("kiosk", said.kiosk, "shift+k", toggleKiosk),
  ];
  if (address.kiosk) actions.push(here("leave-kiosk", said.leaveKiosk, "Escape", toggleKiosk));
  if (!board.is_read_only)
    actions.push(
      here("edit", isEdited ? said.doneEditing : said.editIt, "e", toggleEdit),
      here("add", said.add, "a", () => setDescribed("new")),
    );
  useActions(actions);
  return (
    <div className={classes.page} data-kiosk={address.kiosk}>
      <BoardBar
        board={board}
        address={address}
        set={set}
        isEdited={isEdited}
        onEdit={toggleEdit}
        onAdd={() => setDescribed("new")}
        onKiosk={toggleKiosk}
      />
      {board.widgets.length === 0 ? (
        <EmptyState
          title={said.empty}
          text={board.is_read_only ? said.emptyOfOthers : said.emptyText}
          action={board.is_read_only ? undefined : { label: said.add, run: () => setDescribed("new") }}
        />
      ) : (
        <BoardGrid board={board} address={address} set={set} isEdited={isEdited} onDescribe={setDescribed} />
      )}
      <Suspense>
        {described !== undefined && (
          <WidgetDialog board={board} widget={described} onClose={() => setDescribed(undefined)} />
        )}
      </Suspense>
    </div>
  );
}

function here(id: string, label: string, keys: string, run: () => void): Action {
  return { id, label, group: "This page", keys, run };
}
