import { expect, test } from "vitest";
import { Closers } from "../../../src/lib/stop/closers.ts";
import { StopTime } from "../../../src/lib/stop/stop-time.ts";

/** A stop that began so long ago. */
const begunBefore = (milliseconds: number) => new StopTime(new StopTime().beganMs - milliseconds);

test.each([
  [0, 1_000, 200, 200],
  [900, 1_000, 200, 100],
  [1_100, 1_000, 200, 0],
])(
  "when a stop began %i ms ago, then a part that ends at %i ms and wants %i ms has at most %i ms",
  (ago, until, wanted, left) => {
    const has = begunBefore(ago).left(until, wanted);
    expect(has).toBeLessThanOrEqual(left);
    expect(has).toBeGreaterThanOrEqual(Math.max(0, left - 50));
  },
);

test("when a part never ends, then it is not waited for beyond its point", async () => {
  await begunBefore(990).wait(new Promise(() => undefined), 1_000);
});

test("when work fails while it is waited for, then that is thrown", async () => {
  await expect(new StopTime().wait(Promise.reject(new Error("broken")), 1_000)).rejects.toThrow("broken");
});

test("when parts are closed, then all have the time of the one stop", async () => {
  const [closers, times, time]: [Closers, StopTime[], StopTime] = [new Closers(), [], new StopTime()];
  closers.add((given) => times.push(given));
  closers.keep({ close: (given: StopTime) => times.push(given) });
  await closers.close(time);
  expect(times).toEqual([time, time]);
  expect(closers.stopping.aborted).toBe(true);
});
