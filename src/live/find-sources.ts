import * as z from "zod";
import { createDashboardRepository } from "../api/dashboards/repository.ts";
import { type Config, readConfig } from "../board/config-text.ts";
import { questionOf } from "../board/widget-question.ts";
import { createWidgetRepository } from "../board/widget-repository.ts";
import type { Db } from "../db/open-database.ts";
import type { OpenQuery } from "../engine/access.ts";
import type { QueryEngine } from "../engine/evaluation.ts";
import { parseQueryLanguage } from "../filter/language/query-language.ts";
import { querySchema } from "../filter/schema.ts";
import { requirePermission } from "../http/access/guard.ts";
import type { Principal } from "../http/access/principal.ts";
import { validateBody } from "../http/validate.ts";
import { AppError, notFound } from "../lib/errors.ts";
import { findKind, requireMayAsk } from "../query/kinds/kinds.ts";
import type { CheckedQuestion } from "../query/parse/parse-query.ts";
import { updateMsMin } from "./limits.ts";
import type { Topic, WidgetLook } from "./message.ts";
import { querySource, questionSource, type Source } from "./source.ts";

/**
 * A question behind a subscription, or the reason why it cannot be asked. `part` is the widget's id if the topic is a
 * dashboard.
 */
export interface FoundSource {
  part: number | undefined;
  source: Source | AppError;
}

/**
 * The question behind a topic as it is now, for a caller who may see it. Throws `not_found`, `forbidden`, `invalid`.
 */
export type FindSources = (topic: Topic, principal: Principal) => FoundSource[];

export interface FindSourcesParts {
  db: Db;
  openQuery: OpenQuery;
  engine: QueryEngine;
  checkQuestion(body: { type: string; params: Record<string, unknown> }): CheckedQuestion;
}

export function createFindSources({ db, openQuery, engine, checkQuestion }: FindSourcesParts): FindSources {
  const widgets = createWidgetRepository(db);
  const dashboards = createDashboardRepository(db);

  return ({ thing, id, look = {} }, principal) => {
    if (thing === "widget") return [{ part: undefined, source: sourceOfWidget(Number(id), look, principal) }];
    if (thing === "dashboard") return sourcesOfDashboard(Number(id), principal);
    requirePermission(principal, "search_events");
    return [{ part: undefined, source: querySource(String(id), principal, updateMsMin, openQuery) }];
  };

  function sourceOfWidget(id: number, look: WidgetLook, principal: Principal): Source {
    const widget = widgets.findVisible(principal, id);
    const places = widgets.placesOf(principal, [id]).get(id) ?? [];
    if (widget === undefined) throw notFound();
    if (look.dashboard !== undefined && !places.includes(look.dashboard)) throw notFound();
    const place = look.dashboard ?? places[0];
    return sourceOf(widget, place === undefined ? {} : configOf(place, principal), principal, look);
  }

  function sourcesOfDashboard(id: number, principal: Principal): FoundSource[] {
    const config = configOf(id, principal);
    return widgets.listOnDashboards([id]).map((widget) => ({
      part: widget.id,
      source: orReason(() => sourceOf(widget, config, principal)),
    }));
  }

  function configOf(dashboardId: number, principal: Principal): Config {
    const dashboard = dashboards.findVisible(principal, dashboardId);
    if (dashboard === undefined) throw notFound();
    return readConfig(dashboard.config);
  }

  /** Events and the kind's own data need their permissions; everybody sees tasks, for example. */
  function sourceOf(
    widget: { type: string; config: string },
    dashboardConfig: Config,
    principal: Principal,
    look: WidgetLook = {},
  ): Source {
    const asked = lookedAt({ type: widget.type, config: readConfig(widget.config) }, dashboardConfig, look);
    if (findKind(asked.type)?.about === "events") requirePermission(principal, "search_events");
    requireMayAsk(asked.type, principal);
    return questionSource(checkQuestion(asked), principal, intervalMs(dashboardConfig), engine);
  }
}

/** The widget's question after its reader chose another time or filter. */
function lookedAt(
  widget: { type: string; config: Config },
  dashboardConfig: Config,
  { time_range, q = "" }: WidgetLook,
) {
  const config = time_range === undefined ? widget.config : { ...widget.config, time_range };
  const asked = questionOf({ type: widget.type, config }, dashboardConfig);
  if (q.trim() === "" || findKind(asked.type)?.about !== "events") return asked;
  const { q: line } = validateBody(z.object({ q: querySchema }), { q });
  const own = Array.isArray(asked.params.filter) ? asked.params.filter : [];
  return { type: asked.type, params: { ...asked.params, filter: [...own, ...parseQueryLanguage(line)] } };
}

function intervalMs({ refresh }: Config): number {
  return Math.max(updateMsMin, typeof refresh === "number" ? refresh * 1000 : 0);
}

/** A widget that cannot be asked does not affect the others of its dashboard. */
function orReason(find: () => Source): Source | AppError {
  try {
    return find();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
