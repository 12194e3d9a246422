import { mayChangeWidget } from "../../board/access.ts";
import { type CheckedWidget, checkConfig, checkWidget } from "../../board/checked-widget.ts";
import { pageBytesMax } from "../../board/limits.ts";
import type { CheckQuestion } from "../../board/question-check.ts";
import { createWidgetRepository, type WidgetRow } from "../../board/widget-repository.ts";
import type { WidgetBody, WidgetExport, WidgetPatch, WidgetView } from "../../board/widget-schema.ts";
import { plainType } from "../../board/widget-type.ts";
import { exportWidget, viewWidget } from "../../board/widget-view.ts";
import { type Db, inTransaction } from "../../db/open-database.ts";
import { may, type Principal } from "../../http/access/principal.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { forbidden, invalidField, invalidParameter, notFound } from "../../lib/errors.ts";
import { createWidgetListRepository } from "./repository.ts";
import type { WidgetQuery } from "./schema.ts";

export type WidgetService = ReturnType<typeof createWidgetService>;

export function createWidgetService(db: Db, checkQuestion: CheckQuestion, clock: Clock = systemClock) {
  const widgets = createWidgetRepository(db);
  const lists = createWidgetListRepository(db);

  return {
    list(principal: Principal, query: WidgetQuery): ListAnswer<WidgetView | WidgetExport> {
      const all = query.show_all === true && may(principal, "manage_widgets");
      const wanted = { ownerId: all ? undefined : principal.userId, title: query.title };
      return listAnswer(query, lists.count(wanted), (window) =>
        viewMany(principal, lists.listIds(wanted, query.ordering, window), query.export === true),
      );
    },

    get(principal: Principal, id: number, asExport: boolean): WidgetView | WidgetExport {
      const row = getVisible(principal, id);
      return asExport ? exportWidget(row) : view(principal, row);
    },

    replace(principal: Principal, id: number, body: WidgetBody): WidgetView {
      return inTransaction(db, () => {
        const row = getWritable(principal, id);
        requireSameType(row, body.type);
        return save(principal, row, checkWidget(body, checkQuestion));
      });
    },

    update(principal: Principal, id: number, body: WidgetPatch): WidgetView {
      return inTransaction(db, () => {
        const row = getWritable(principal, id);
        requireSameType(row, body.type ?? row.type);
        const { title, position, is_public: isPublic } = body;
        const config = body.config && checkConfig(row.type, body.config, checkQuestion);
        return save(principal, row, { title, position, isPublic, config });
      });
    },

    remove(principal: Principal, id: number): void {
      inTransaction(db, () => widgets.remove(getWritable(principal, id).id));
    },
  };

  /** The type stays in the spelling it was created in. */
  function save(principal: Principal, row: WidgetRow, changes: Partial<CheckedWidget>): WidgetView {
    widgets.update(row.id, { ...changes, type: row.type }, nowSeconds(clock));
    return view(principal, getVisible(principal, row.id));
  }

  function getVisible(principal: Principal, id: number): WidgetRow {
    const row = widgets.findVisible(principal, id);
    if (row === undefined) throw notFound();
    return row;
  }

  function getWritable(principal: Principal, id: number): WidgetRow {
    const row = getVisible(principal, id);
    if (!mayChangeWidget(principal, row.owner.id)) throw forbidden();
    return row;
  }

  function view(principal: Principal, row: WidgetRow): WidgetView {
    return viewWidget(row, widgets.placesOf(principal, [row.id]), principal);
  }

  function viewMany(principal: Principal, ids: number[], asExport: boolean): (WidgetView | WidgetExport)[] {
    if (lists.configBytes(ids) > pageBytesMax)
      throw invalidParameter(
        "page_size",
        `These ${ids.length} widgets are more than one answer may hold; ask for fewer.`,
      );
    const rows = new Map(widgets.listByIds(ids).map((row) => [row.id, row]));
    const inOrder = ids.flatMap((id) => rows.get(id) ?? []);
    if (asExport) return inOrder.map(exportWidget);
    const places = widgets.placesOf(principal, ids);
    return inOrder.map((row) => viewWidget(row, places, principal));
  }
}

function requireSameType(row: WidgetRow, type: string): void {
  if (plainType(type) === plainType(row.type)) return;
  throw invalidField("type", `The type cannot be changed; it is "${row.type}".`);
}
