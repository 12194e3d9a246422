import { cutTitle } from "../../board/title.ts";
import type { WidgetRepository } from "../../board/widget-repository.ts";
import type { DashboardRepository, DashboardRow } from "./repository.ts";

/** The caller, and how to clone. */
export interface CloneWish {
  ownerId: number;
  /** Undefined: the source's, marked as a copy. */
  title: string | undefined;
  /** True: the copied widgets belong to the owner of the copy. False: both dashboards hold the same widgets. */
  cloneWidgets: boolean;
  now: number;
}

/**
 * A private copy of the dashboard; gives its id. Copied widgets are private too: sharing is for their new owner to
 * decide.
 */
export function cloneDashboard(
  source: DashboardRow,
  { ownerId, title, cloneWidgets, now }: CloneWish,
  dashboards: DashboardRepository,
  widgets: WidgetRepository,
): number {
  const id = dashboards.insert(
    { title: title ?? cutTitle(source.title, " (copy)"), ownerId, isPublic: false, config: source.config },
    now,
  );
  for (const row of widgets.listOnDashboards([source.id])) {
    const { title, type, config, position } = row;
    widgets.link(
      id,
      cloneWidgets ? widgets.insert({ title, type, config, position, isPublic: false }, ownerId, now) : row.id,
    );
  }
  return id;
}
