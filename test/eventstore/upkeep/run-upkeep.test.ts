import { expect, test } from "vitest";
import type { Lane, UpkeepJob } from "../../../src/eventstore/catalog/upkeep-jobs.ts";
import { runUpkeep } from "../../../src/eventstore/upkeep/run-upkeep.ts";
import type { UpkeepMessage, UpkeepRequest } from "../../../src/eventstore/upkeep/upkeep-messages.ts";
import { AwaitedAnswers } from "../../../src/runtime/awaited-answers.ts";
import { until } from "../../support/patience.ts";
import { newFolder } from "../../support/store/store-folder.ts";

/** The upkeep loop in this thread. There is no folder, so jobs that open a day fail in their first step. */
function open() {
  const answered: Lane[] = [];
  let isClosed = false;
  let hear: (request: UpkeepRequest) => void = () => undefined;
  const port = {
    on: (_: string, listener: typeof hear) => {
      hear = listener;
    },
    postMessage: (message: UpkeepMessage) => {
      if (message.kind === "answer") answered.push(message.answer.lane);
    },
    close: () => {
      isClosed = true;
    },
  };
  const awaited = new AwaitedAnswers();
  const start = { port, sent: new SharedArrayBuffer(4), eventsFolder: newFolder(), awaited: awaited.shared };
  runUpkeep(start as unknown as Parameters<typeof runUpkeep>[0]);
  const begin = (lane: Lane, kind: string) =>
    hear({ kind: "begin", lane, job: { kind, day: { name: "2023-11-14" }, segmentIds: [] } as unknown as UpkeepJob });
  return { answered, awaited, begin, tell: (request: UpkeepRequest) => hear(request), isClosed: () => isClosed };
}

/** A loop that does not wait has long begun by then. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test("when somebody waits for an answer, then a merge waits, urgent jobs and short ones do not, and it goes on afterwards", async () => {
  const { answered, awaited, begin } = open();
  await awaited.during(async () => {
    begin("background", "build");
    await turns();
    expect(answered).toEqual([]);
    begin("urgent", "build");
    await turns();
    expect(answered).toEqual(["urgent"]);
  });
  await until(() => answered.length === 2, "the other one is answered");
  await awaited.during(async () => {
    begin("background", "unlink");
    await turns();
    expect(answered.length).toBe(3);
  });
});

test("when it is to stop or to end while a merge waits, then it does", async () => {
  const { answered, awaited, begin, tell, isClosed } = open();
  await awaited.during(async () => {
    begin("background", "inspect");
    await turns();
    tell({ kind: "stop", lane: "background" });
    expect(answered).toEqual(["background"]);
    begin("background", "inspect");
    await turns();
    tell({ kind: "end" });
    expect([answered, isClosed()]).toEqual([["background"], true]);
  });
});
