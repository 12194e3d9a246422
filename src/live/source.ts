import type { OpenQuery } from "../engine/access.ts";
import type { QueryEngine } from "../engine/evaluation.ts";
import { StoredQuery, type View } from "../engine/stored-query.ts";
import type { Principal } from "../http/access/principal.ts";
import { findKind } from "../query/kinds/kinds.ts";
import type { CheckedQuestion } from "../query/parse/parse-query.ts";
import { type FingerprintedAnswer, fingerprintAnswer } from "./fingerprinted-answer.ts";
import { nextRangeMove } from "./next-range-move.ts";

/** A question that can be watched. Two with the same key are answered alike. */
export interface Source {
  key: string;
  /** The caller. */
  userId: number;
  /** The least time between two evaluations. */
  intervalMs: number;
  /** New events may change the answer. */
  followsEvents: boolean;
  /** So may a request to the API that changed something. */
  followsChanges: boolean;
  /**
   * Resolves when the answer is finished; undefined when the signal came first. Throws AppError when there is nothing
   * left to see.
   */
  evaluate(signal: AbortSignal): Promise<FingerprintedAnswer | undefined>;
}

/** A stored query: every evaluation equals the answer to a GET of it, under the same rules. */
export function querySource(qid: string, principal: Principal, intervalMs: number, open: OpenQuery): Source {
  const { type } = open(qid, principal).definition;
  return {
    key: keyOf(["query", qid, intervalMs], principal),
    userId: principal.userId,
    intervalMs,
    followsEvents: readsEvents(type),
    // Another user may recalculate, stop or remove it.
    followsChanges: true,
    async evaluate(signal) {
      const query = open(qid, principal);
      query.read({});
      if (!(await finished(query, signal))) return undefined;
      query.view.run.delivered = true;
      return fingerprintAnswer(query.definition, query.view, movesAtMs(query));
    },
  };
}

/** A question outside of the list of queries: each evaluation is made, read and closed. */
export function questionSource(
  question: CheckedQuestion,
  principal: Principal,
  intervalMs: number,
  engine: QueryEngine,
): Source {
  const { type, params } = question;
  return {
    key: keyOf([type, params, intervalMs], principal),
    userId: principal.userId,
    intervalMs,
    followsEvents: readsEvents(type),
    followsChanges: findKind(type)?.about === "service",
    async evaluate(signal) {
      const definition = { ...question, ownerId: principal.userId };
      const query = new StoredQuery({ ...definition, qid: "", isWatched: true }, principal.hosts, engine);
      try {
        if (!(await finished(query, signal))) return undefined;
        return fingerprintAnswer({ ...definition, qid: null }, query.view, movesAtMs(query));
      } finally {
        query.close();
      }
    },
  };
}

/** Callers with the same permissions and hosts share the work; one who may see less must not see another's answer. */
function keyOf(question: unknown[], { userId, isSuperuser, permissions, hosts }: Principal): string {
  return JSON.stringify([...question, userId, isSuperuser, permissions, hosts]);
}

/** Arrivals are counted when events are stored, without reading any event. */
function readsEvents(type: string): boolean {
  const kind = findKind(type);
  return kind?.about === "events" || kind?.type === "ProcessingStats";
}

/** False when the signal came first. Also waits for an evaluation that took the place of the first. */
async function finished(query: StoredQuery, signal: AbortSignal): Promise<boolean> {
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const abort = () => resolve();
  signal.addEventListener("abort", abort);
  let awaited: View | undefined;
  while (!signal.aborted && awaited?.run !== query.view.run) {
    awaited = query.view;
    await Promise.race([awaited.run.settled, aborted]);
  }
  signal.removeEventListener("abort", abort);
  return !signal.aborted;
}

function movesAtMs({ moves, view, definition: { type, params } }: StoredQuery): number | undefined {
  return moves ? nextRangeMove(type, params, view.evaluation.question.baseTime) * 1000 : undefined;
}
