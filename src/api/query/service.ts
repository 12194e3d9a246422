import { createQueryAccess, type HostsOf } from "../../engine/access.ts";
import { writeEnvelope, writeValidated } from "../../engine/answer-envelope.ts";
import type { StoredQueries } from "../../engine/stored-queries.ts";
import {
  invalidPage,
  isLeafing,
  isPastEnd,
  nextSecond,
  type ReadRequest,
  type StoredQuery,
  type View,
} from "../../engine/stored-query.ts";
import type { Principal } from "../../http/access/principal.ts";
import { notFound } from "../../lib/errors.ts";
import { requireMayAsk } from "../../query/kinds/kinds.ts";
import type { CheckedQuestion } from "../../query/parse/parse-query.ts";
import type { SharedJson } from "../../query/shared-json.ts";

export type QueryService = ReturnType<typeof createQueryService>;

export interface QueryServiceParts {
  queries: StoredQueries;
  hostsOf: HostsOf;
  /** Called with each question that is asked. */
  onAsked(principal: Principal, question: CheckedQuestion): void;
  /** Adds locations to the values of a ranking. */
  locate(results: SharedJson): Promise<SharedJson>;
}

/** Waits for answers and shapes them. All answers are records as JSON text. */
export function createQueryService({ queries, hostsOf, onAsked, locate }: QueryServiceParts) {
  const { time } = queries;
  const open = createQueryAccess(queries, hostsOf);

  return {
    validate(question: CheckedQuestion, principal: Principal): Uint8Array<ArrayBuffer> {
      requireMayAsk(question.type, principal);
      return writeValidated({ ...question, ownerId: principal.userId }, nextSecond(time.wallMs));
    },

    async create(question: CheckedQuestion, principal: Principal): Promise<Uint8Array<ArrayBuffer>> {
      requireMayAsk(question.type, principal);
      const query = queries.create({ ...question, ownerId: principal.userId }, principal.hosts);
      onAsked(principal, question);
      return answer(query, query.view);
    },

    async read(
      qid: string,
      { withGeoip, ...request }: ReadRequest & { withGeoip?: boolean },
      principal: Principal,
    ): Promise<Uint8Array<ArrayBuffer>> {
      const query = open(qid, principal);
      const view = query.read(request);
      await waitFor(view);
      if (isLeafing(request) && isPastEnd(view)) throw notFound(invalidPage);
      if (withGeoip && rankings.has(query.definition.type)) return showLocated(query, view);
      return show(query, view);
    },

    recalculate(qid: string, principal: Principal): Uint8Array<ArrayBuffer> {
      const query = open(qid, principal);
      return show(query, queries.recalculate(query));
    },

    async stop(qid: string, principal: Principal): Promise<Uint8Array<ArrayBuffer>> {
      const query = open(qid, principal);
      return answer(query, query.stop());
    },

    async remove(qid: string, principal: Principal): Promise<Uint8Array<ArrayBuffer>> {
      const query = open(qid, principal);
      queries.remove(qid);
      return answer(query, query.view);
    },
  };

  async function answer(query: StoredQuery, view: View): Promise<Uint8Array<ArrayBuffer>> {
    await waitFor(view);
    return show(query, view);
  }

  /** Shows the awaited evaluation, or the one that replaced it meanwhile. */
  function show(query: StoredQuery, awaited: View): Uint8Array<ArrayBuffer> {
    const view = latest(query, awaited);
    return deliver(view, writeEnvelope(query.definition, view, view.run.results));
  }

  async function showLocated(query: StoredQuery, awaited: View): Promise<Uint8Array<ArrayBuffer>> {
    const view = latest(query, awaited);
    const { results } = view.run;
    if (results === undefined) return show(query, view);
    return deliver(view, writeEnvelope(query.definition, view, await locate(results)));
  }

  function latest(query: StoredQuery, awaited: View): View {
    return query.view.evaluation === awaited.evaluation ? awaited : query.view;
  }

  function deliver({ run }: View, record: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    if (run.finished) run.delivered = true;
    queries.makeRoom();
    return record;
  }

  async function waitFor({ run }: View): Promise<void> {
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const cancelAlarm = time.after(queries.engine.answerWaitMs, resolve);
    await Promise.race([run.settled, enough]);
    cancelAlarm();
  }
}

/** Kinds whose values can be addresses. */
const rankings: ReadonlySet<string> = new Set(["TopN", "LastN"]);
