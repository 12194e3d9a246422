import type { SharedDashboard } from "../../api/dashboard-links/schema.ts";
import { createUserRepository } from "../../api/users/repository.ts";
import { mayChangeDashboard } from "../../board/access.ts";
import { readConfig } from "../../board/config-text.ts";
import { isLinkKey } from "../../board/links/link-key.ts";
import { createLinkRepository, type LinkRow } from "../../board/links/link-repository.ts";
import { isShown } from "../../board/links/shown-widgets.ts";
import { questionOf } from "../../board/widget-question.ts";
import { createWidgetRepository, type WidgetRow } from "../../board/widget-repository.ts";
import type { Db } from "../../db/open-database.ts";
import { requirePermission } from "../../http/access/guard.ts";
import type { Permission, Principal } from "../../http/access/principal.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { notFound } from "../../lib/errors.ts";
import { sha256Hex } from "../../lib/ids.ts";
import type { Logger } from "../../lib/log.ts";
import { findKind, requireMayAsk } from "../../query/kinds/kinds.ts";
import type { CheckedQuestion } from "../../query/parse/parse-query.ts";
import { linkTouchSeconds } from "./limits.ts";
import type { SharedAnswers } from "./shared-answers.ts";

export interface SharedDashboardsParts {
  db: Db;
  answers: SharedAnswers;
  checkQuestion(body: { type: string; params: Record<string, unknown> }): CheckedQuestion;
  log: Logger;
  clock?: Clock;
}

/** Dashboards seen through links: as their maker shared them, under the maker's current rights. */
export class SharedDashboards {
  readonly #parts: SharedDashboardsParts;
  readonly #links;
  readonly #widgets;
  readonly #users;
  readonly #clock: Clock;

  constructor(parts: SharedDashboardsParts) {
    this.#parts = parts;
    this.#links = createLinkRepository(parts.db);
    this.#widgets = createWidgetRepository(parts.db);
    this.#users = createUserRepository(parts.db);
    this.#clock = parts.clock ?? systemClock;
  }

  /** Throws `not_found` for a key that opens nothing (any more), without the reason. */
  get(key: string): SharedDashboard {
    const { link, dashboard } = this.#open(key);
    const all = this.#widgets.listOnDashboards([dashboard.id]);
    const shown = all.filter((widget) => isShown(link.shown, dashboard, widget));
    const { refresh } = readConfig(dashboard.config);
    return {
      title: dashboard.title,
      refresh: typeof refresh === "number" ? refresh : 0,
      ends_at: link.endsAt,
      left_out: all.length - shown.length,
      widgets: shown.map(({ id, type, title, config }) => ({
        id,
        type: type as SharedDashboard["widgets"][number]["type"],
        title,
        config: looksOf(config),
      })),
    };
  }

  /** A widget's results as JSON text. Throws `not_found`, `forbidden`, `too_many`, `unavailable`. */
  async answer(key: string, widgetId: number): Promise<Uint8Array<ArrayBuffer>> {
    const { link, dashboard, maker } = this.#open(key);
    const widget = this.#findShown({ link, dashboard }, widgetId);
    const asked = questionOf({ type: widget.type, config: readConfig(widget.config) }, readConfig(dashboard.config));
    if (findKind(asked.type)?.about === "events") requirePermission(maker, "search_events");
    requireMayAsk(asked.type, maker);
    return await this.#parts.answers.ask(link.id, this.#parts.checkQuestion(asked), maker);
  }

  #findShown({ link, dashboard }: Pick<LinkRow, "link" | "dashboard">, widgetId: number): WidgetRow {
    const widget = this.#widgets.listOnDashboards([dashboard.id]).find(({ id }) => id === widgetId);
    if (widget === undefined || !isShown(link.shown, dashboard, widget)) throw notFound();
    return widget;
  }

  #open(key: string): LinkRow & { maker: Principal } {
    const row = isLinkKey(key) ? this.#links.findByKey(sha256Hex(key)) : undefined;
    const now = nowSeconds(this.#clock);
    const maker = row && this.#makerOf(row);
    if (row === undefined || maker === undefined || row.link.endsAt <= now) throw opensNothing();
    this.#touch(row, now);
    return { ...row, maker };
  }

  /** Undefined when he is gone, or may no longer change the dashboard. */
  #makerOf({ link, dashboard }: LinkRow): Principal | undefined {
    const user = this.#users.find(link.ownerId);
    if (!user?.isActive) return undefined;
    const maker: Principal = {
      userId: user.id,
      username: user.username,
      isSuperuser: user.isSuperuser,
      permissions: user.permissions as Permission[],
      hosts: user.hosts,
      via: "token",
      credentialId: link.id,
    };
    return mayChangeDashboard(maker, dashboard.ownerId) ? maker : undefined;
  }

  /** On a full disk viewing goes on. */
  #touch({ link }: LinkRow, now: number): void {
    if (link.lastUsedAt !== null && now - link.lastUsedAt < linkTouchSeconds) return;
    try {
      this.#links.update(link.id, { lastUsedAt: now });
    } catch (error) {
      this.#parts.log.warn({ err: error }, "time of last use of a link not written");
    }
  }
}

/** One text for all, so that nobody learns which links existed. */
function opensNothing() {
  return notFound("This link opens nothing: it has ended, was taken back, or is not whole.");
}

/** Without the widget's question: filters name hosts and people that its answer may not. */
function looksOf(config: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(readConfig(config)).filter(([name]) => looks.has(name)));
}

const looks: ReadonlySet<string> = new Set([
  ...["col", "row", "sizeX", "sizeY", "description", "view_type", "field", "by", "functions", "columns", "limit"],
  ...["show_min", "show_max", "show_avg", "show_last", "show_other"],
]);
