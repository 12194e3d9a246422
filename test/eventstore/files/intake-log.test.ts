import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type BuiltEvents, buildEvents } from "../../../src/eventstore/build/event-draft.ts";
import { IntakeLog } from "../../../src/eventstore/files/intake-log.ts";
import { createFolder } from "../../../src/lib/files.ts";
import { event } from "../../support/store/event-arbitrary.ts";
import { commit, newFolder } from "../../support/store/store-folder.ts";

function openLog(): IntakeLog {
  const folder = newFolder();
  createFolder(folder);
  return new IntakeLog(join(folder, "intake.sqlite"));
}

const built = (firstId: number) => buildEvents([event("one"), event("two")], firstId);

describe("what is written to the intake log", () => {
  test("when ids go on where the last commit ended, then it is taken", () => {
    const log = openLog();
    log.append(commit({}), built(1), 0);
    log.append(commit({}), built(3), 0);
    expect(Array.from(log.commits(), ({ firstId, events }) => [firstId, events])).toEqual([
      [1, 2],
      [3, 2],
    ]);
    log.close();
  });

  test.each<[title: string, built: BuiltEvents, message: string]>([
    ["has ids that were given before", built(2), "2 events from id 2; the next id is 3"],
    ["leaves ids out", built(4), "2 events from id 4; the next id is 3"],
    ["has other events than it counts", { ...built(3), count: 5 }, "A commit of 5 events was to write 2."],
  ])("when a commit %s, then nothing of it is written, and the next good one is", (_, wrong, message) => {
    const log = openLog();
    log.append(commit({}), built(1), 0);
    const before = structuredClone(log.ledger);
    expect(() => log.append(commit({ received: 2 }), wrong, 0)).toThrow(message);
    expect(log.ledger).toEqual(before);
    log.append(commit({}), built(3), 0);
    expect(Array.from(log.commits(), ({ number, firstId }) => [number, firstId])).toEqual([
      [1, 1],
      [2, 3],
    ]);
    log.close();
  });
});
