import { expect, test } from "vitest";
import { startIntakeLoop } from "../../src/ingest/intake-loop.ts";
import { openStore } from "../../src/ingest/open-store.ts";
import { createLog } from "../../src/lib/log.ts";
import { deliveryOf, optionsFor, withFolder } from "./take-in.ts";

async function turnsOfTheEventLoop(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

test("when nothing comes, then the loop stands still; when something comes, it works it off and stands still again", () =>
  withFolder(async (folder) => {
    const { store, pipeline } = openStore(optionsFor(folder), createLog("silent"), () => undefined);
    let turns = 0;
    const loop = startIntakeLoop(
      pipeline,
      store,
      () => turns++,
      (error) => {
        throw error;
      },
    );
    await turnsOfTheEventLoop(20);
    const idle = turns;
    await turnsOfTheEventLoop(100);
    expect(turns).toBe(idle);
    const receipts: unknown[] = [];
    for (let i = 0; i < 50; i++) pipeline.deliver(deliveryOf(`{"message":"m${i}"}`), (result) => receipts.push(result));
    loop.wake();
    loop.wake();
    await turnsOfTheEventLoop(20);
    expect(receipts).toHaveLength(50);
    const busy = turns;
    expect(busy - idle).toBeLessThan(15);
    await turnsOfTheEventLoop(100);
    expect(turns).toBe(busy);
    loop.close();
  }));

test("when the store fails, then the loop ends, says so once, and who waited is told", () =>
  withFolder(async (folder) => {
    const { store, pipeline } = openStore(optionsFor(folder), createLog("silent"), () => undefined);
    const failures: unknown[] = [];
    const loop = startIntakeLoop(
      pipeline,
      store,
      () => undefined,
      (error) => failures.push(error),
    );
    store.close();
    const results: unknown[] = [];
    const tooLargeForAGroup = `{"message":"m","rest":"${"x".repeat(1024 * 1024)}"}`;
    for (const body of ['{"message":"m"}', tooLargeForAGroup, '{"message":"n"}'])
      pipeline.deliver(deliveryOf(body), (result) => results.push(result));
    loop.wake();
    await turnsOfTheEventLoop(20);
    loop.wake();
    await turnsOfTheEventLoop(20);
    expect(failures).toHaveLength(1);
    expect(results.map((result) => result instanceof Error)).toEqual([true, true, true]);
  }));
