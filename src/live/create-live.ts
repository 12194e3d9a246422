import { createUserRepository } from "../api/users/repository.ts";
import type { Db } from "../db/open-database.ts";
import { createQueryAccess } from "../engine/access.ts";
import type { Engine } from "../engine/open-engine.ts";
import { type Clock, nowSeconds, systemClock } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";
import type { Signal } from "../lib/signal.ts";
import { parseQuery } from "../query/parse/parse-query.ts";
import { createFindSources } from "./find-sources.ts";
import { LiveUpdates } from "./live-updates.ts";
import { SharedAnswers } from "./shared/shared-answers.ts";
import { SharedDashboards } from "./shared/shared-dashboards.ts";
import { Tails } from "./tail/tails.ts";

export interface LiveParts {
  db: Db;
  engine: Engine;
  /** Emitted when events were stored. */
  stored: Signal;
  /** Emitted with the path of a route that has changed something. */
  changed: Signal<string>;
  /** Time zone for questions that name none. */
  timezone: string;
  log: Logger;
  clock?: Clock;
}

/** The sources of news, and the views through links. */
export function createLive({ db, engine, stored, changed, timezone, log, clock = systemClock }: LiveParts) {
  const { instants, threads, queries } = engine;
  const { time } = queries;
  const users = createUserRepository(db);
  const checkQuestion = (body: { type: string; params: Record<string, unknown> }) =>
    parseQuery(body, { timezone, now: nowSeconds(clock) });
  const findSources = createFindSources({
    db,
    openQuery: createQueryAccess(queries, (userId) => users.find(userId)?.hosts),
    engine: queries.engine,
    checkQuestion,
  });
  const answers = new SharedAnswers(queries.engine);
  const touchQuery = (qid: string) => queries.touch(qid);
  const own = log.child({ subsystem: "live" });
  return {
    live: new LiveUpdates({ findSources, stored, changed, touchQuery, time, log: own }),
    tails: new Tails({ instants, threads, stored, changed, timezone, time, log: own }),
    shared: new SharedDashboards({ db, answers, checkQuestion, log: own, clock }),
  };
}
