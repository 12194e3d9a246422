import { expect, test } from "vitest";
import { createFailureReports } from "../../../src/triggers/actions/failure-reports.ts";

test("when a trigger fails again and again, then it is told once in ten minutes, each trigger by itself", () => {
  let now = 0;
  const told: string[] = [];
  const reports = createFailureReports(() => now);
  reports.note({ triggerId: 9, name: "before anybody listens", error: "" });
  reports.listen(({ triggerId, error }) => told.push(`${triggerId} ${error}`));
  for (now = 0; now < 1_500_000; now += 1_000)
    for (const triggerId of [1, 2]) reports.note({ triggerId, name: "n", error: String(now / 1000) });
  expect(told).toEqual(["1 0", "2 0", "1 600", "2 600", "1 1200", "2 1200"]);
  reports.forget(1);
  reports.note({ triggerId: 1, name: "n", error: "new" });
  expect(told.at(-1)).toBe("1 new");
});
