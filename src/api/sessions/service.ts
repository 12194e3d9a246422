import { ownerOf } from "../../db/owner.ts";
import { may, type Principal } from "../../http/access/principal.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { forbidden, notFound } from "../../lib/errors.ts";
import type { SessionListRepository } from "./repository.ts";
import type { Session, SessionQuery } from "./schema.ts";

export type SessionService = ReturnType<typeof createSessionService>;

/** Everybody sees and ends his own; managers of users also those of others. */
export function createSessionService(sessions: SessionListRepository, clock: Clock = systemClock) {
  return {
    list(principal: Principal, query: SessionQuery): ListAnswer<Session> {
      const seesAll = query.show_all === true && may(principal, "manage_users");
      const userId = seesAll ? query.user : principal.userId;
      const isNobodys = !seesAll && query.user !== undefined && query.user !== principal.userId;
      const wanted = { userId, now: nowSeconds(clock), find: query.find };
      return listAnswer(query, isNobodys ? 0 : sessions.count(wanted), (window) =>
        isNobodys ? [] : sessions.list(wanted, query.ordering, window).map((row) => toSession(principal, row)),
      );
    },

    end(principal: Principal, id: number): void {
      const found = sessions.find(id, nowSeconds(clock));
      const isOwn = found?.session.userId === principal.userId;
      if (found === undefined || !(isOwn || may(principal, "manage_users"))) throw notFound();
      if (!isOwn && found.user.isSuperuser && !principal.isSuperuser)
        throw forbidden("Only a superuser ends the session of a superuser.");
      sessions.end(id);
    },

    /** The caller's, except for the one that he asks with. */
    endOthers(principal: Principal): void {
      sessions.endAllOf(principal.userId, principal.via === "session" ? principal.credentialId : undefined);
    },
  };
}

type Row = NonNullable<ReturnType<SessionListRepository["find"]>>;

function toSession(principal: Principal, { session, user }: Row): Session {
  return {
    id: session.id,
    user: ownerOf(user),
    created_at: session.createdAt,
    last_used_at: session.renewedAt,
    expires_at: session.expiresAt,
    address: session.address,
    user_agent: session.userAgent,
    is_current: principal.via === "session" && principal.credentialId === session.id,
  };
}
