import { useEffect, useRef, useState } from "react";
import { call } from "../../../api/call.ts";
import { explain } from "../../../states/explain.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { type Board, configOf } from "../../../widgets/board-widget.ts";
import { words } from "../../../words/words.ts";
import { refreshBoards, showBoard, withWidget } from "../boards.ts";
import { type Place, placesOf, samePlace, withPlace, withStep } from "./grid-layout.ts";

/** Moves by keys are stored after a pause. */
const pausedMs = 600;

export interface BoardLayout {
  places: readonly Place[];
  /** Shown at once, from the places given (where a drag began) or from those there are. */
  move(id: number, change: Partial<Omit<Place, "id">>, from?: readonly Place[]): void;
  /** By one step, as keys do. */
  step(id: number, dx: number, dy: number): void;
}

/** The layout of a dashboard; changes are stored automatically. */
export function useBoardLayout(board: Board): BoardLayout {
  const [draft, setDraft] = useState<readonly Place[]>();
  const stored = placesOf(board.widgets);
  const places = draft ?? stored;
  const latest = useRef({ board, places });
  latest.current = { board, places };
  const saved = useRef(Promise.resolve());
  useEffect(() => {
    if (draft === undefined) return undefined;
    const store = async () => {
      await save(latest.current.board, draft);
      // A newer draft from meanwhile is stored next.
      setDraft((newest) => (newest === draft ? undefined : newest));
    };
    const timer = setTimeout(() => {
      saved.current = saved.current.then(store);
    }, pausedMs);
    return () => clearTimeout(timer);
  }, [draft]);
  return {
    places,
    move: (id, change, from) => setDraft(withPlace(from ?? latest.current.places, id, change)),
    step: (id, dx, dy) => setDraft(withStep(latest.current.places, id, dx, dy)),
  };
}

/** Configs of the widgets that moved, with their new places. */
async function save(board: Board, places: readonly Place[]): Promise<void> {
  const before = new Map(placesOf(board.widgets).map((place) => [place.id, place]));
  const moved = places.filter((place) => !place.isFixed && !samePlace(place, before.get(place.id) ?? place));
  try {
    for (const { id, x, y, w, h } of moved) {
      const widget = board.widgets.find((candidate) => candidate.id === id)!;
      const config = { ...configOf(widget), col: x, row: y, sizeX: w, sizeY: h };
      showBoard(board.id, (shown) => withWidget(shown, id, { config: config as Board["config"] }));
      await call("PATCH", `/api/widgets/${id}`, { body: { config } });
    }
  } catch (error) {
    const { title, text } = explain(error);
    toast(words.dashboards.widget.notPut(`${title}: ${text}`), { kind: "bad" });
    await refreshBoards();
  }
}
