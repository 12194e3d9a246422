import { expect, test } from "vitest";
import { createAbsenceWatch } from "../../src/engine/triggers/absence-watch.ts";
import { createLog } from "../../src/lib/log.ts";
import { until } from "../support/patience.ts";

const nowMs = 1_800_000_000_000;
const hour = 3_600;

test("when what was missed in a long stop takes too long to find, then that is told, and the next look is a usual one", async () => {
  let clockMs = nowMs;
  const asked: number[] = [];
  const errors: string[] = [];
  const answer = (results: object, stopped = false) => ({ results: Buffer.from(JSON.stringify(results)), stopped });
  const ask = async ({ type, params }: { type: string; params: { time_range: { ts_from: number } } }) => {
    // The last event came a hundred days before the start.
    if (type === "Search") return answer({ events: { objects: [{ last_occurrence: nowMs / 1000 - 2_400 * hour }] } });
    asked.push(params.time_range.ts_from - clockMs / 1000);
    return answer({ totals: { values: [] } }, asked.length === 1);
  };
  const trigger = {
    ...{ id: 7, ownerId: 1, createdAt: 1, updatedAt: 1, filter: [], quietHours: [], maintenance: [] },
    absence: { seconds: 5, field: "host", known_within: hour },
  };
  const watch = createAbsenceWatch({
    engine: { ask },
    triggers: {
      listWaiting: () => [{ trigger, hosts: [] }],
      noteError: (_: number, error: string) => void errors.push(error),
    },
    absences: { list: () => [], trim: () => undefined },
    actions: {},
    isDiskFull: () => false,
    log: createLog("silent"),
    clock: () => clockMs,
  } as unknown as Parameters<typeof createAbsenceWatch>[0]);
  clockMs += 10_000;
  watch.follow();
  await until(() => asked.length > 1, "it is looked a second time");
  watch.close();
  expect(asked[0]).toBeLessThan(-2_400 * hour);
  expect(asked[1]).toBeGreaterThan(-hour - 60);
  expect(errors).toEqual(["The search for absent events took too long."]);
});
