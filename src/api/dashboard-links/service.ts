import { mayChangeDashboard } from "../../board/access.ts";
import { pageBytesMax } from "../../board/limits.ts";
import { newLinkKey, shortLinkKey } from "../../board/links/link-key.ts";
import { createLinkRepository, type LinkedDashboard, type LinkRow } from "../../board/links/link-repository.ts";
import { isShown, printsOf } from "../../board/links/shown-widgets.ts";
import { createWidgetRepository, type WidgetRow } from "../../board/widget-repository.ts";
import { type Db, inTransaction } from "../../db/open-database.ts";
import { ownerOf } from "../../db/owner.ts";
import type { Principal } from "../../http/access/principal.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { AppError, forbidden, invalidField, invalidParameter, notFound } from "../../lib/errors.ts";
import { randomHex, sha256Hex } from "../../lib/ids.ts";
import { linkSecondsDefault, linkSecondsMax, linksPerDashboardMax } from "./limits.ts";
import type { DashboardLink, DashboardLinkQuery, NewDashboardLink, PatchedDashboardLink } from "./schema.ts";

export type DashboardLinkService = ReturnType<typeof createDashboardLinkService>;

/**
 * Links under which a dashboard is seen without an account. Anyone who may change the dashboard makes them, sees them
 * all and revokes them; only the maker changes his own, because they show what he may see.
 */
export function createDashboardLinkService(db: Db, clock: Clock = systemClock, random = randomHex) {
  const links = createLinkRepository(db);
  const widgets = createWidgetRepository(db);

  return {
    list(principal: Principal, query: DashboardLinkQuery): ListAnswer<DashboardLink> {
      const { dashboard } = query;
      return listAnswer(query, links.count(principal, dashboard), (window) =>
        viewAll(principal, links.list(principal, dashboard, query.ordering, window)),
      );
    },

    get: (principal: Principal, id: number): DashboardLink => view(principal, getVisible(principal, id)),

    create(principal: Principal, { dashboard_id: dashboardId, title, ends_at }: NewDashboardLink): DashboardLink {
      const now = nowSeconds(clock);
      const endsAt = requireEnd(ends_at ?? now + linkSecondsDefault, now);
      const key = newLinkKey(random);
      const id = inTransaction(db, () => {
        const dashboard = requireWritable(principal, dashboardId);
        links.removeEnded(dashboardId, now);
        if (links.countOf(dashboardId) >= linksPerDashboardMax)
          throw new AppError("conflict", `Limit reached: ${linksPerDashboardMax} links a dashboard. Delete one first.`);
        return links.insert({
          ...{ dashboardId, ownerId: principal.userId, title, endsAt, createdAt: now },
          ...{ keyHash: sha256Hex(key), shortKey: shortLinkKey(key) },
          shown: printsOf(dashboard, widgets.listOnDashboards([dashboardId])),
        });
      });
      return { ...view(principal, getVisible(principal, id)), secret_key: key };
    },

    update(principal: Principal, id: number, body: PatchedDashboardLink): DashboardLink {
      return inTransaction(db, () => {
        const { link, dashboard } = getVisible(principal, id);
        if (link.ownerId !== principal.userId) throw forbidden("Only who made a link changes it.");
        if (!mayChangeDashboard(principal, dashboard.ownerId)) throw forbidden();
        const now = nowSeconds(clock);
        const { title = link.title, ends_at, show_changed } = body;
        const endsAt = ends_at === undefined ? link.endsAt : requireEnd(ends_at, now);
        const shown = show_changed ? printsOf(dashboard, widgets.listOnDashboards([dashboard.id])) : link.shown;
        links.update(id, { title, endsAt, shown });
        return view(principal, getVisible(principal, id));
      });
    },

    remove: (principal: Principal, id: number): void => links.remove(getVisible(principal, id).link.id),
  };

  function requireWritable(principal: Principal, dashboardId: number): LinkedDashboard {
    const dashboard = links.findDashboard(principal, dashboardId);
    if (dashboard === undefined) throw invalidField("dashboard_id", `There is no dashboard ${dashboardId}.`);
    if (!mayChangeDashboard(principal, dashboard.ownerId))
      throw forbidden("Only who may change a dashboard shows it to people without an account.");
    return dashboard;
  }

  /** Answers as if the link did not exist when the caller may not see it. */
  function getVisible(principal: Principal, id: number): LinkRow {
    const row = links.find(id);
    if (row === undefined) throw notFound();
    if (row.link.ownerId === principal.userId || mayChangeDashboard(principal, row.dashboard.ownerId)) return row;
    throw notFound();
  }

  function view(principal: Principal, row: LinkRow): DashboardLink {
    return viewAll(principal, [row])[0]!;
  }

  function viewAll(principal: Principal, rows: readonly LinkRow[]): DashboardLink[] {
    const ids = [...new Set(rows.map(({ dashboard }) => dashboard.id))];
    if (widgets.configBytesOn(ids) > pageBytesMax)
      throw invalidParameter("page_size", `These links lead to ${ids.length} large dashboards; ask for fewer.`);
    const onBoards = Map.groupBy(widgets.listOnDashboards(ids), ({ dashboardId }) => dashboardId);
    return rows.map((row) => toLink(principal, row, onBoards.get(row.dashboard.id) ?? []));
  }
}

function toLink(principal: Principal, { link, owner, dashboard }: LinkRow, onIt: readonly WidgetRow[]): DashboardLink {
  return {
    id: link.id,
    dashboard_id: dashboard.id,
    title: link.title,
    owner: ownerOf(owner),
    secret_key: link.shortKey,
    changed_widgets: onIt.filter((widget) => !isShown(link.shown, dashboard, widget)).length,
    is_read_only: link.ownerId !== principal.userId || !mayChangeDashboard(principal, dashboard.ownerId),
    created_at: link.createdAt,
    ends_at: link.endsAt,
    last_used_at: link.lastUsedAt,
  };
}

function requireEnd(endsAt: number, now: number): number {
  if (endsAt <= now) throw invalidField("ends_at", "Expected a future time.");
  if (endsAt > now + linkSecondsMax) throw invalidField("ends_at", "Expected a time at most 366 days ahead.");
  return endsAt;
}
