import { ownerOf } from "../../db/owner.ts";
import type { Principal } from "../../http/access/principal.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { forbidden, notFound } from "../../lib/errors.ts";
import { keptMarkersMax } from "./limits.ts";
import type { MarkerRepository } from "./repository.ts";
import type { Marker, MarkerBody, MarkerPatch, MarkerQuery } from "./schema.ts";

export type MarkerService = ReturnType<typeof createMarkerService>;

/** Everybody sees all markers and may set some; everybody changes his own, and superusers change all. */
export function createMarkerService(markers: MarkerRepository, clock: Clock = systemClock) {
  return {
    list(query: MarkerQuery): ListAnswer<Marker> {
      const { ts_from: from, ts_to: to, tag, title } = query;
      const wanted = { from, to, tag, title };
      return listAnswer(query, markers.count(wanted), (window) =>
        markers.list(wanted, query.ordering, window).map(toMarker),
      );
    },

    get: (id: number): Marker => toMarker(find(id)),

    create(principal: Principal, { title, time, tags }: MarkerBody): Marker {
      const now = nowSeconds(clock);
      const row = { title, time: time ?? now, tags, ownerId: principal.userId, createdAt: now };
      return toMarker(find(markers.insert(row, keptMarkersMax)));
    },

    replace: (principal: Principal, id: number, body: MarkerBody): Marker =>
      change(principal, id, { ...body, time: body.time ?? nowSeconds(clock) }),

    update: (principal: Principal, id: number, changes: MarkerPatch): Marker => change(principal, id, changes),

    remove(principal: Principal, id: number): void {
      requireWritable(principal, id);
      markers.remove(id);
    },
  };

  function change(principal: Principal, id: number, { title, time, tags }: MarkerPatch): Marker {
    requireWritable(principal, id);
    const given = Object.entries({ title, time, tags }).filter(([, value]) => value !== undefined);
    if (given.length > 0) markers.update(id, Object.fromEntries(given));
    return toMarker(find(id));
  }

  function requireWritable(principal: Principal, id: number): void {
    const { ownerId } = find(id);
    if (ownerId !== principal.userId && !principal.isSuperuser) throw forbidden();
  }

  function find(id: number): Row {
    const row = markers.find(id);
    if (row === undefined) throw notFound();
    return row;
  }
}

type Row = NonNullable<ReturnType<MarkerRepository["find"]>>;

function toMarker({ id, time, title, tags, owner, createdAt }: Row): Marker {
  return { id, time, title, tags, owner: owner === null ? null : ownerOf(owner), created_at: createdAt };
}
