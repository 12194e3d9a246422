import { describe, expect, test } from "vitest";
import { ControlWords } from "../../src/runtime/control-words.ts";

describe("the control of a run", () => {
  test("when one side says something, then the other sees it through the shared memory", async () => {
    const here = new ControlWords();
    const there = new ControlWords(here.shared);
    expect([here.hasBegun, here.progress, there.isStopped]).toEqual([false, 0, false]);
    const begun = here.whenBegun();
    there.begin();
    await begun;
    expect(here.hasBegun).toBe(true);
    there.progress = 55.5;
    there.begin();
    expect(here.progress).toBe(55);
    there.progress = 1000;
    expect(here.progress).toBe(100);
    here.stop();
    expect(there.isStopped).toBe(true);
  });

  test("when it is stopped before it began, then who waits for that is let go", async () => {
    const control = new ControlWords();
    const begun = control.whenBegun();
    control.stop();
    await begun;
    expect(control.hasBegun).toBe(false);
  });

  test("when it has begun already, then nobody waits", async () => {
    const control = new ControlWords();
    control.progress = 3;
    await control.whenBegun();
    expect(control.hasBegun).toBe(true);
  });
});
