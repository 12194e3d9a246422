import { expect, test } from "vitest";
import { renderChanges } from "../../../src/cli/query/render-changes.ts";

const totals = {
  base_from: 1_790_000_000,
  base_to: 1_790_003_600,
  count: 90,
  base_count: 200,
  compared: 12,
  changed: 0,
  values: [],
};

test("when most values changed by one factor, then the end says by which, and else nothing of it", () => {
  expect(renderChanges({ totals: { ...totals, volume_ratio: 0.45 } }, "UTC")).toContain(
    "Most values changed × 0.45; shown is what changed beyond that.",
  );
  for (const volume of [1, 0.99, 1.05])
    expect(renderChanges({ totals: { ...totals, volume_ratio: volume } }, "UTC")).not.toContain("Most values");
});
