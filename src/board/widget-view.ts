import { ownerOf } from "../db/owner.ts";
import type { Principal } from "../http/access/principal.ts";
import { mayChangeWidget } from "./access.ts";
import type { CheckedWidget } from "./checked-widget.ts";
import { readConfig } from "./config-text.ts";
import type { WidgetRow } from "./widget-repository.ts";
import type { WidgetExport, WidgetView } from "./widget-schema.ts";

/** A widget as this caller sees it. */
export function viewWidget(row: WidgetRow, places: ReadonlyMap<number, number[]>, principal: Principal): WidgetView {
  return {
    id: row.id,
    ...exportWidget(row),
    owner: ownerOf(row.owner),
    dashboards: places.get(row.id) ?? [],
    is_read_only: !mayChangeWidget(principal, row.owner.id),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}

/** Only fields that another service, or an import here, can use. */
export function exportWidget(row: CheckedWidget): WidgetExport {
  return {
    type: row.type as WidgetExport["type"],
    title: row.title,
    is_public: row.isPublic,
    config: readConfig(row.config),
    position: row.position,
  };
}
