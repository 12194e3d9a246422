import { createQueryService } from "../../../src/api/query/service.ts";
import { StoredQueries } from "../../../src/engine/stored-queries.ts";
import type { ReadRequest } from "../../../src/engine/stored-query.ts";
import type { Principal } from "../../../src/http/access/principal.ts";
import type { CheckedQuestion } from "../../../src/query/parse/parse-query.ts";
import { ManualEngine } from "./manual-engine.ts";

export const lastHour = { preset: "last_1_hours" };
export const rate: CheckedQuestion = {
  askedType: "EventRateQuery",
  type: "EventRate",
  params: { time_range: lastHour },
  namesTimezone: false,
};
export const search: CheckedQuestion = {
  askedType: "Search",
  type: "Search",
  params: { time_range: lastHour, page: 1, page_size: 10 },
  namesTimezone: false,
};

export const resultBytes = 10_000;
export type Service = ReturnType<typeof createQueryService>;

export const ann: Principal = {
  userId: 7,
  username: "ann",
  isSuperuser: false,
  permissions: ["search_events"],
  hosts: [],
  via: "token",
  credentialId: 1,
};
export const bob: Principal = { ...ann, userId: 8, username: "bob" };
export const root: Principal = { ...ann, userId: 1, username: "root", isSuperuser: true };

export function setUp() {
  const engine = new ManualEngine();
  let lastQid = 0;
  const queries = new StoredQueries(engine, { newQid: () => `q${++lastQid}`, maxBytes: resultBytes });
  const limits = new Map<number, readonly string[]>([
    [ann.userId, []],
    [bob.userId, []],
    [root.userId, []],
  ]);
  const service = createQueryService({
    onAsked: () => {},
    queries,
    hostsOf: (userId) => limits.get(userId),
    locate: async (results) => results,
  });
  return {
    engine,
    queries,
    service,
    limits,
    make: (question: CheckedQuestion, principal = ann) => service.create(question, principal),
    recalculate: () => service.recalculate("q1", ann),
    read: (request: ReadRequest, qid = "q1") => service.read(qid, request, ann),
    text: (record: Uint8Array) => JSON.parse(new TextDecoder().decode(record)),
  };
}

/** Answers the task that the call leads to at once. */
export async function quick<T>(
  engine: ManualEngine,
  call: Promise<T>,
  results: object = {},
  itemCount?: number,
): Promise<T> {
  const task = await engine.lastTask();
  await task.begin();
  await task.finish(results, { itemCount });
  return call;
}
