import { call } from "../../../api/call.ts";
import { explain } from "../../../states/explain.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { type Board, type BoardWidget, configOf } from "../../../widgets/board-widget.ts";
import { words } from "../../../words/words.ts";
import { refreshBoards, showBoard } from "../boards.ts";
import { freeRow, placesOf } from "./grid-layout.ts";

/** Removes the widget at once, with undo. */
export async function removeWidget(board: Board, widget: BoardWidget): Promise<void> {
  showBoard(board.id, (shown) => ({ ...shown, widgets: shown.widgets.filter(({ id }) => id !== widget.id) }));
  await attempt(async () => {
    await call("DELETE", `/api/dashboards/${board.id}/widgets/${widget.id}`);
    const isElsewhere = widget.dashboards.length > 1;
    toast(words.dashboards.widget.isOff(widget.title), {
      action: {
        label: words.parts.undo,
        run: () => void attempt(() => addWidget(board, isElsewhere ? { id: widget.id } : fieldsOf(widget))),
      },
    });
  });
}

/** The same below everything else. */
export async function copyWidget(board: Board, widget: BoardWidget): Promise<void> {
  const config = { ...configOf(widget), col: 0, row: freeRow(placesOf(board.widgets)) };
  await attempt(() =>
    addWidget(board, { ...fieldsOf(widget), title: words.dashboards.widget.copyOf(widget.title), config }),
  );
}

function addWidget(board: Board, body: object): Promise<unknown> {
  return call("POST", `/api/dashboards/${board.id}/widgets`, { body });
}

function fieldsOf({ type, title, config, position, is_public }: BoardWidget) {
  return { type, title, config, position, is_public };
}

async function attempt(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    const { title, text } = explain(error);
    toast(words.parts.refused(title, text), { kind: "bad" });
  }
  await refreshBoards();
}
