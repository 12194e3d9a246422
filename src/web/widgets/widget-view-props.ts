import type { BoardWidget } from "./board-widget.ts";
import type { WidgetActions } from "./widget-actions.ts";

/** What every view of a widget is given. */
export interface WidgetViewProps<Results> {
  widget: Pick<BoardWidget, "type" | "title" | "config">;
  results: Results;
  zone: string;
  actions: WidgetActions;
}
