import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { queryClient } from "../../api/query-client.ts";
import { useApiPages } from "../../lists/use-api-pages.ts";
import type { Board, BoardWidget } from "../../widgets/board-widget.ts";
import { words } from "../../words/words.ts";

const boardsPath = "/api/dashboards";

/** Own dashboards, or everybody's for who manages them. */
export function useBoards(showsAll: boolean, find: string | undefined) {
  return useApiPages<Board>(boardsPath, { ordering: "title", show_all: showsAll || undefined, find });
}

export function useBoard(id: number) {
  return useQuery({
    queryKey: ["dashboards", id],
    queryFn: ({ signal }) => call<Board>("GET", `/api/dashboards/${id}`, { signal }),
    staleTime: 0,
  });
}

/** Makes every page read its dashboards again. */
export async function refreshBoards(): Promise<void> {
  const keys = [["dashboards"], [boardsPath]];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Shown at once; what the service says of it later counts. */
export function showBoard(id: number, change: (board: Board) => Board): void {
  queryClient.setQueryData<Board>(["dashboards", id], (board) => board && change(board));
}

export function withWidget(board: Board, id: number, change: Partial<BoardWidget>): Board {
  return { ...board, widgets: board.widgets.map((widget) => (widget.id === id ? { ...widget, ...change } : widget)) };
}

export interface Template {
  path: string;
  title: string;
  source: "shipped" | "own";
  widget_types: string[];
  error: string | null;
}

export function useTemplates() {
  return useQuery({
    queryKey: ["dashboard-templates"],
    queryFn: async ({ signal }) => {
      const { objects } = await call<{ objects: Template[] }>("GET", "/api/dashboard-templates", {
        query: { page_size: 1000 },
        signal,
      });
      return objects;
    },
  });
}

/** Creates a dashboard. From a template it takes the widgets and, unless another is given, the title. */
export async function createBoard(title: string, template?: Template): Promise<Board> {
  const board = await call<Board>("POST", "/api/dashboards", { body: { title } });
  if (template === undefined) return board;
  try {
    await call("POST", `/api/dashboards/${board.id}/templates`, { body: { path: template.path } });
    if (template.source === "shipped") await translateWidgets(board.id);
  } catch (error) {
    // Otherwise an empty dashboard would be left behind.
    await call("DELETE", `/api/dashboards/${board.id}`).catch(() => undefined);
    throw error;
  }
  return board;
}

/** Shipped dashboards have English titles; one made from them gets titles in the reader's language. */
async function translateWidgets(boardId: number): Promise<void> {
  const { widgets } = await call<Board>("GET", `/api/dashboards/${boardId}`);
  for (const { id, title, config } of widgets) {
    const said = words.service.widget(title);
    const shown = typeof config.description === "string" ? config.description : "";
    const description = words.service.widgetDescription(shown);
    if (said !== title || description !== shown)
      await call("PATCH", `/api/widgets/${id}`, { body: { title: said, config: { ...config, description } } });
  }
}

/** A file that was exported, here or elsewhere: JSON or YAML. */
export async function importBoard(file: File): Promise<Board> {
  const isYaml = /\.ya?ml$/i.test(file.name);
  return call<Board>("POST", "/api/dashboards", {
    body: await file.text(),
    headers: { "content-type": isYaml ? "application/yaml" : "application/json" },
  });
}

/** A copy with widgets of its own, or with the very same ones, which change where they are changed. */
export function cloneBoard(id: number, withWidgets: boolean): Promise<Board> {
  const query = { source_id: id, clone_widgets: withWidgets };
  return call<Board>("POST", "/api/dashboards", { query, body: {} });
}
