import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patienceMs } from "../../support/patience.ts";
import { type Board, type Caller, startBoard } from "../../support/service/start-board.ts";
import { type Action, Model } from "./model.ts";

let board: Board;
let callers: Caller[];
beforeAll(async () => {
  board = await startBoard();
  const manager = { permissions: ["manage_dashboards", "manage_widgets"] };
  callers = [await board.createUser("ann"), await board.createUser("bob"), await board.createUser("mia", manager)];
});
afterAll(() => board.close());

const pick = fc.nat({ max: 5 });
const action: fc.Arbitrary<Action> = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant("create" as const) },
    { weight: 2, arbitrary: fc.constantFrom("clone" as const, "link" as const, "addWidget" as const) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        "replaceDashboard" as const,
        "updateDashboard" as const,
        "giveDashboard" as const,
        "removeDashboard" as const,
        "unlinkOne" as const,
        "unlinkAll" as const,
        "replaceWidget" as const,
        "updateWidget" as const,
        "removeWidget" as const,
      ),
    },
  ),
  user: fc.nat({ max: 2 }),
  dashboard: pick,
  widget: pick,
  count: fc.nat({ max: 3 }),
  flag: fc.boolean(),
  text: fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom("a", "B", "ß", "'", "%", "😀") }),
});

test(
  "when three users create, clone, link, edit and delete in any order, then all see what a simple model says",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 25 }), async (walk) => {
        board.client.exec("DELETE FROM dashboards; DELETE FROM widgets");
        const model = new Model(callers.map(({ id }) => id));
        for (const step of walk) {
          const { method, path, body, expected } = model.plan(step);
          const reply = await callers[step.user]!.call(method, path, body);
          expect([step.kind, method, path, reply.status]).toEqual([step.kind, method, path, expected]);
          if (reply.status < 300) model.carryOut(step, reply.body);
        }
        for (const [user, caller] of callers.entries()) await compare(model, user, caller);
      }),
      { numRuns: 50 },
    );
  },
  patienceMs,
);

/** Both lists, and every id that ever was. */
async function compare(model: Model, user: number, caller: Caller): Promise<void> {
  for (const kind of ["dashboards", "widgets"] as const) {
    for (const all of [false, true]) {
      const { body } = await caller.call("GET", `/api/${kind}?page_size=1000&show_all=${all}`);
      expect(body.objects.map(withoutTimes)).toEqual(model.list(kind, user, all));
    }
    for (const id of model.everyId(kind)) {
      const reply = await caller.call("GET", `/api/${kind}/${id}`);
      const expected = model.show(kind, user, id);
      expect([id, reply.status]).toEqual([id, expected === undefined ? 404 : 200]);
      if (expected !== undefined) expect(withoutTimes(reply.body)).toEqual(expected);
    }
  }
}

function withoutTimes({ created_at, updated_at, ...rest }: Record<string, unknown>): Record<string, unknown> {
  expect([typeof created_at, typeof updated_at]).toEqual(["number", "number"]);
  const { owner, widgets } = rest as { owner: { id: number }; widgets?: Record<string, unknown>[] };
  return { ...rest, owner: owner.id, ...(widgets && { widgets: widgets.map(withoutTimes) }) };
}
