import type { BoardWidget } from "./board-widget.ts";
import type { Narrowing } from "./events-address.ts";

/** Properties of every view of a widget. */
export interface WidgetViewProps<Results> {
  widget: Pick<BoardWidget, "type" | "title" | "config">;
  results: Results;
  zone: string;
  actions: WidgetActions;
}

/** Actions from inside a widget; readers who may only look have none. */
export interface WidgetActions {
  /** Shows the events that stand behind one value. */
  onValue?: (narrowing: Narrowing) => void;
  /** Shows all of the dashboard over this time. */
  onZoom?: (from: number, to: number) => void;
  /** Shows one event. */
  onEvent?: (id: string) => void;
}
