import { mayChangeDashboard } from "../../board/access.ts";
import { checkWidgets } from "../../board/checked-widget.ts";
import { type Config, writeConfig } from "../../board/config-text.ts";
import { checkDashboardConfig } from "../../board/dashboard-config.ts";
import { pageBytesMax } from "../../board/limits.ts";
import type { CheckQuestion } from "../../board/question-check.ts";
import { requireTitle } from "../../board/title.ts";
import { createWidgetRepository } from "../../board/widget-repository.ts";
import { type Db, inTransaction } from "../../db/open-database.ts";
import { may, type Principal } from "../../http/access/principal.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { forbidden, invalidField, invalidParameter, notFound } from "../../lib/errors.ts";
import { cloneDashboard } from "./clone-dashboard.ts";
import { exportDashboards, viewDashboards } from "./dashboard-view.ts";
import { type CheckedDashboard, createDashboardRepository, type DashboardRow } from "./repository.ts";
import type {
  CreateQuery,
  DashboardBody,
  DashboardExport,
  DashboardPatch,
  DashboardQuery,
  DashboardTemplate,
  DashboardView,
  NewDashboard,
  TemplateQuery,
} from "./schema.ts";
import { listTemplates } from "./template-list.ts";
import { getTemplate } from "./templates.ts";
import { findInTitles } from "./title-pattern.ts";

export type DashboardService = ReturnType<typeof createDashboardService>;

export interface DashboardServiceParts {
  db: Db;
  checkQuestion: CheckQuestion;
  /** Folder of the user's own templates; it need not exist. */
  templatesFolder: string;
  clock?: Clock;
}

export function createDashboardService(parts: DashboardServiceParts) {
  const { db, checkQuestion, templatesFolder, clock = systemClock } = parts;
  const dashboards = createDashboardRepository(db);
  const widgets = createWidgetRepository(db);

  return {
    async list(principal: Principal, query: DashboardQuery): Promise<ListAnswer<DashboardView | DashboardExport>> {
      const all = query.show_all === true && may(principal, "manage_dashboards");
      const wanted = {
        ownerId: all ? undefined : principal.userId,
        ownerIds: query.owner?.length ? query.owner : undefined,
        title: query.title,
        find: query.find,
      };
      const show = (ids: number[]) => viewMany(principal, ids, query.export === true);
      if (query.title__iregex === undefined)
        return listAnswer(query, dashboards.count(wanted), (window) =>
          show(dashboards.listIds(wanted, query.ordering, window)),
        );
      const candidates = dashboards.listAllIds(wanted, query.ordering);
      const ids = await findInTitles(candidates, query.title__iregex, dashboards.listTitles);
      return listAnswer(query, ids.length, ({ offset, limit }) => show(ids.slice(offset, offset + limit)));
    },

    get(principal: Principal, id: number, asExport: boolean): DashboardView | DashboardExport {
      const row = getVisible(principal, id);
      return asExport ? exportDashboards([row], widgets)[0]! : view(principal, row);
    },

    create(principal: Principal, query: CreateQuery, body: NewDashboard): DashboardView {
      const ownerId = requireOwner(principal, body.owner, principal.userId);
      if (query.source_id !== undefined)
        return cloneSource(principal, query.source_id, query.clone_widgets, body.title);
      const dashboard = { ...checkDashboard(body), ownerId };
      const onIt = checkWidgets(body.widgets, checkQuestion);
      return inTransaction(db, () => {
        const id = dashboards.insert(dashboard, nowSeconds(clock));
        for (const widget of onIt) widgets.link(id, widgets.insert(widget, ownerId, nowSeconds(clock)));
        return view(principal, getVisible(principal, id));
      });
    },

    replace(principal: Principal, id: number, body: DashboardBody): DashboardView {
      return inTransaction(db, () => {
        const row = getWritable(principal, id);
        return save(principal, row, {
          ...checkDashboard(body),
          ownerId: requireOwner(principal, body.owner, row.owner.id),
        });
      });
    },

    update(principal: Principal, id: number, body: DashboardPatch): DashboardView {
      return inTransaction(db, () => {
        const row = getWritable(principal, id);
        const { title, is_public: isPublic } = body;
        const config = body.config && checkConfig(body.config);
        return save(principal, row, {
          title,
          isPublic,
          config,
          ownerId: requireOwner(principal, body.owner, row.owner.id),
        });
      });
    },

    remove(principal: Principal, id: number): void {
      inTransaction(db, () => dashboards.remove(getWritable(principal, id).id));
    },

    async listTemplates({ page, page_size, ordering }: TemplateQuery): Promise<ListAnswer<DashboardTemplate>> {
      const all = await listTemplates(templatesFolder);
      if (ordering[0]?.descending) all.reverse();
      return listAnswer({ page, page_size }, all.length, ({ limit, offset }) => all.slice(offset, offset + limit));
    },

    /** Replaces config and widgets by the template's; title, owner and who may see it stay. */
    async applyTemplate(principal: Principal, id: number, path: string): Promise<void> {
      getWritable(principal, id);
      const template = await getTemplate(templatesFolder, path, checkQuestion);
      inTransaction(db, () => {
        const row = getWritable(principal, id);
        const now = nowSeconds(clock);
        dashboards.update(id, { config: template.config }, now);
        widgets.unlinkAll(id);
        for (const widget of template.widgets) widgets.link(id, widgets.insert(widget, row.owner.id, now));
      });
    },
  };

  function cloneSource(
    principal: Principal,
    sourceId: number,
    cloneWidgets: boolean | undefined,
    title: string | undefined,
  ): DashboardView {
    return inTransaction(db, () => {
      const source = dashboards.findVisible(principal, sourceId);
      if (source === undefined) throw invalidParameter("source_id", `There is no dashboard ${sourceId}.`);
      const wish = { ownerId: principal.userId, title, cloneWidgets: cloneWidgets === true, now: nowSeconds(clock) };
      return view(principal, getVisible(principal, cloneDashboard(source, wish, dashboards, widgets)));
    });
  }

  function save(principal: Principal, row: DashboardRow, changes: Partial<CheckedDashboard>): DashboardView {
    dashboards.update(row.id, changes, nowSeconds(clock));
    return view(principal, getVisible(principal, row.id));
  }

  function checkDashboard(body: DashboardBody): Omit<CheckedDashboard, "ownerId"> {
    return { title: requireTitle(body), isPublic: body.is_public, config: checkConfig(body.config) };
  }

  function checkConfig(config: Config): string {
    checkDashboardConfig(config, checkQuestion);
    return writeConfig(config);
  }

  /** The new owner: as named, or the present one. Only a manager of dashboards may name another. */
  function requireOwner(principal: Principal, named: number | undefined, current: number): number {
    if (named === undefined || named === current) return current;
    if (!may(principal, "manage_dashboards")) throw forbidden("Only who manages dashboards may give them to others.");
    if (!dashboards.userExists(named)) throw invalidField("owner", `There is no user ${named}.`);
    return named;
  }

  function getVisible(principal: Principal, id: number): DashboardRow {
    const row = dashboards.findVisible(principal, id);
    if (row === undefined) throw notFound();
    return row;
  }

  function getWritable(principal: Principal, id: number): DashboardRow {
    const row = getVisible(principal, id);
    if (!mayChangeDashboard(principal, row.owner.id)) throw forbidden();
    return row;
  }

  function view(principal: Principal, row: DashboardRow): DashboardView {
    return viewDashboards([row], widgets, principal)[0]!;
  }

  function viewMany(principal: Principal, ids: number[], asExport: boolean): (DashboardView | DashboardExport)[] {
    if (dashboards.configBytes(ids) + widgets.configBytesOn(ids) > pageBytesMax)
      throw invalidParameter(
        "page_size",
        `These ${ids.length} dashboards are more than one answer may hold; ask for fewer.`,
      );
    const rows = dashboards.listByIds(ids);
    return asExport ? exportDashboards(rows, widgets) : viewDashboards(rows, widgets, principal);
  }
}
