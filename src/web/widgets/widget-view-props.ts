import type { BoardWidget } from "./board-widget.ts";
import type { Narrowing } from "./events-address.ts";

/** What every view of a widget is given. */
export interface WidgetViewProps<Results> {
  widget: Pick<BoardWidget, "type" | "title" | "config">;
  results: Results;
  zone: string;
  actions: WidgetActions;
}

/** What can be done from inside of a widget; who may only look can do none of it. */
export interface WidgetActions {
  /** Shows the events that stand behind one value. */
  onValue?: (narrowing: Narrowing) => void;
  /** Shows all of the dashboard over this time. */
  onZoom?: (from: number, to: number) => void;
  /** Shows one event. */
  onEvent?: (id: string) => void;
}
