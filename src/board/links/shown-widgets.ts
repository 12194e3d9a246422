import { sha256Hex } from "../../lib/ids.ts";
import { readConfig } from "../config-text.ts";
import { questionOf } from "../widget-question.ts";
import type { WidgetRow } from "../widget-repository.ts";
import type { LinkedDashboard } from "./link-repository.ts";

type Shown = Readonly<Record<string, string>>;
type Asking = Pick<WidgetRow, "id" | "type" | "config">;

/**
 * The widgets that the maker of a link shares, each by a fingerprint of its question on that dashboard. Answers are
 * computed under the maker's rights, so a widget that others add or change later is not answered until the maker
 * agrees; its place and title may change.
 */
export function printsOf(dashboard: LinkedDashboard, widgets: readonly Asking[]): Record<string, string> {
  return Object.fromEntries(widgets.map((widget) => [widget.id, printOf(dashboard, widget)]));
}

/** Whether the widget still asks the question that the maker of the link released. */
export function isShown(shown: Shown, dashboard: LinkedDashboard, widget: Asking): boolean {
  return Object.hasOwn(shown, String(widget.id)) && shown[widget.id] === printOf(dashboard, widget);
}

function printOf(dashboard: LinkedDashboard, { type, config }: Asking): string {
  const question = questionOf({ type, config: readConfig(config) }, readConfig(dashboard.config));
  return sha256Hex(JSON.stringify([question.type, question.params])).slice(0, 32);
}
