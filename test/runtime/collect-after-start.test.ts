import { expect, test } from "vitest";
import { collectAfterStart } from "../../src/runtime/collect-after-start.ts";

test("when a thread has been ready for a moment, then it collects once what its start left", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let collections = 0;
  collectAfterStart(() => {
    collections++;
    resolve();
  }, 1);
  expect(collections).toBe(0);
  await promise;
  expect(collections).toBe(1);
});

test("when a process ends before, then it is not kept for that", async () => {
  const source = JSON.stringify(new URL("../../src/runtime/collect-after-start.ts", import.meta.url).href);
  const script = `const { collectAfterStart } = await import(${source}); collectAfterStart(undefined, 2 ** 30);`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdio: ["ignore", "ignore", "inherit"] });
  expect(await child.exited).toBe(0);
});
