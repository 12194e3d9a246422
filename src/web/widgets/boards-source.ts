import { call } from "../api/call.ts";
import type { Choice, ChoiceSource } from "../api/choices.ts";
import type { Board } from "./board-widget.ts";

/** Entries that a reader scans before typing. */
const offeredMax = 50;

/** Dashboards by their titles; `isWanted` leaves some out. */
export function boardsSource(key: string, isWanted: (board: Board) => boolean): ChoiceSource {
  return {
    key,
    find: async (find, signal) => {
      const query = { find, page_size: offeredMax, ordering: "title" };
      const { objects } = await call<{ objects: Board[] }>("GET", "/api/dashboards", { query, signal });
      return objects.filter(isWanted).map(toChoice);
    },
    get: async (id, signal) => toChoice(await call<Board>("GET", `/api/dashboards/${id}`, { signal })),
  };
}

function toChoice({ id, title }: Board): Choice {
  return { value: String(id), label: title };
}
