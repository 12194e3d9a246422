import { describe, expect, test } from "vitest";
import { lossMin, lossWindowMs } from "../../src/troubles/limits.ts";
import { createLossWatch } from "../../src/troubles/loss-troubles.ts";

const none = { overload: 0, too_large: 0, out_of_time: 0, udp_dropped: 0 };

function watch() {
  let atMs = 0;
  const look = createLossWatch(() => atMs);
  return (laterMs: number, received: number, loss: Partial<typeof none>) => {
    atMs += laterMs;
    return look(received, { ...none, ...loss }).map(({ about, isUnsure }) =>
      isUnsure ? `${about.kind}?` : about.kind,
    );
  };
}

describe("lost events", () => {
  test("when they were lost before the first look, then nothing is wrong", () => {
    const look = watch();
    expect(look(0, 1_000_000, { overload: 90_000, udp_dropped: 1e9 })).toEqual([]);
    expect(look(10_000, 1_000_000, { overload: 90_000, udp_dropped: 1e9 })).toEqual([]);
  });

  test.each(["overload", "too_large", "udp_dropped"] as const)(
    "when as many as the bound are lost by %s, then it is wrong; with one less it is not sure; with few it is good",
    (kind) => {
      const look = watch();
      look(0, 0, {});
      expect(look(10_000, 1e6, { [kind]: 1 })).toEqual([]);
      expect(look(10_000, 1e6, { [kind]: lossMin[kind] - 1 })).toEqual([`${kind}?`]);
      expect(look(10_000, 1e6, { [kind]: lossMin[kind] })).toEqual([kind]);
    },
  );

  test("when they were lost longer ago than the window, then it is good again", () => {
    const look = watch();
    look(0, 0, {});
    expect(look(10_000, 0, { too_large: 40 })).toEqual(["too_large"]);
    expect(look(lossWindowMs - 20_000, 0, { too_large: 40 })).toEqual(["too_large"]);
    expect(look(20_000, 0, { too_large: 40 })).toEqual([]);
  });

  test("when times are wrong in few of many events, then nothing is wrong; in a hundredth it is", () => {
    const look = watch();
    look(0, 0, {});
    expect(look(10_000, 1_000_000, { out_of_time: 4_000 })).toEqual([]);
    expect(look(10_000, 1_000_000, { out_of_time: 10_000 })).toEqual(["out_of_time"]);
  });

  test("when a little is lost all day, then nothing is wrong", () => {
    const look = watch();
    for (let i = 0; i < 10_000; i++) expect(look(10_000, i, { overload: i * 0.1 })).toEqual([]);
  });
});
