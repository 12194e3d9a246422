import { once } from "node:events";
import { getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { upkeepNiceness } from "../../../src/eventstore/limits.ts";

test.skipIf(process.platform !== "linux")(
  "when a thread lets others go first, then it ranks behind, and the thread that started it stays as it was",
  async () => {
    const before = getPriority();
    const thread = new Worker(new URL("./yielding-thread.ts", import.meta.url));
    const [priority] = await once(thread, "message");
    await thread.terminate();
    expect(priority).toBe(Math.min(before + upkeepNiceness, 19));
    expect(getPriority()).toBe(before);
  },
);
