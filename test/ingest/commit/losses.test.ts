import { describe, expect, test } from "vitest";
import { Losses } from "../../../src/ingest/commit/losses.ts";

const here = { protocol: "http", source: "192.0.2.1", tokenId: 7 };
const there = { protocol: "loki", source: "192.0.2.1", tokenId: 7 };

describe("Losses", () => {
  test("when something is stored otherwise than it came, then only its cause counts; when it is not stored, it was received too", () => {
    const losses = new Losses();
    expect(losses.isEmpty).toBe(true);
    losses.of(here).add("cut", 2);
    losses.of(here).lose("rejected", 3);
    losses.of(here).lose("rejected", 0);
    expect([losses.received, losses.causes]).toEqual([3, { cut: 2, rejected: 3 }]);
    const other = new Losses();
    other.of(here).lose("rejected", 1);
    expect(losses.plus(other)).toMatchObject({ received: 4, causes: { cut: 2, rejected: 4 } });
    losses.clear();
    expect([losses.isEmpty, losses.received]).toEqual([true, 0]);
  });

  test("when deliveries are refused uncounted, then they stand apart from events, and add up by cause", () => {
    const losses = new Losses();
    losses.of(here).refuse("overload", { deliveries: 1, bytes: 100 });
    losses.of(here).refuse("unauthorized", { deliveries: 2, bytes: 0 });
    expect([losses.received, losses.causes, losses.isEmpty]).toEqual([0, {}, false]);
    const twice = losses.plus(losses);
    expect(twice.origins[0]).toMatchObject({
      ...{ received: 0, stored: 0, loss: {} },
      uncounted: { overload: { deliveries: 2, bytes: 200 }, unauthorized: { deliveries: 4, bytes: 0 } },
    });
    expect(losses.origins[0]!.uncounted.overload).toEqual({ deliveries: 1, bytes: 100 });
  });

  test("when events come from two origins, then each has its own counts and the sums have both", () => {
    const losses = new Losses();
    losses.of(here).store();
    losses.of(there).lose("overload", 1);
    losses.of({ ...here }).lose("rejected", 2);
    expect(losses.origins).toEqual([
      { ...here, received: 3, stored: 1, loss: { rejected: 2 }, uncounted: {} },
      { ...there, received: 1, stored: 0, loss: { overload: 1 }, uncounted: {} },
    ]);
    expect([losses.received, losses.causes]).toEqual([4, { rejected: 2, overload: 1 }]);
    expect(losses.plus(Losses.of(losses.origins)).origins[0]).toEqual({
      ...here,
      ...{ received: 6, stored: 2, loss: { rejected: 4 }, uncounted: {} },
    });
  });
});
