import { describe, expect, test } from "vitest";
import { Losses } from "../../../src/ingest/commit/losses.ts";

describe("Losses", () => {
  test("when something is stored otherwise than it came, then only its cause counts; when it is not stored, it was received too", () => {
    const losses = new Losses();
    expect(losses.isEmpty).toBe(true);
    losses.add("cut", 2);
    losses.lose("rejected", 3);
    losses.lose("rejected", 0);
    expect([losses.received, losses.causes]).toEqual([3, { cut: 2, rejected: 3 }]);
    const other = new Losses();
    other.lose("rejected", 1);
    expect(losses.plus(other)).toMatchObject({ received: 4, causes: { cut: 2, rejected: 4 } });
    losses.clear();
    expect([losses.isEmpty, losses.received]).toEqual([true, 0]);
  });
});
