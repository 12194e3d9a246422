import { describe, expect, test } from "vitest";
import { createThrottle } from "../../../src/http/access/throttle.ts";
import { throttleEntriesMax } from "../../../src/http/limits.ts";
import { AppError } from "../../../src/lib/errors.ts";

function startThrottle() {
  const clock = { ms: 0 };
  return { clock, throttle: createThrottle(() => clock.ms) };
}

function fail(throttle: ReturnType<typeof createThrottle>, times: number, name = "admin", address = "1.1.1.1") {
  for (let index = 0; index < times; index += 1) throttle.attempt(name, address);
}

describe("throttle", () => {
  test("when ten attempts failed within five minutes, then the eleventh is refused and told how long to wait", () => {
    const { clock, throttle } = startThrottle();
    throttle.attempt("admin", "1.1.1.1");
    clock.ms = 100_000;
    fail(throttle, 9);
    try {
      throttle.attempt("admin", "1.1.1.1");
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect((error as AppError).code).toBe("too_many");
      expect((error as AppError).details.headers).toEqual({ "Retry-After": "200" });
    }
  });

  test("when the first of ten is five minutes old, then one more is let through and only one", () => {
    const { clock, throttle } = startThrottle();
    throttle.attempt("admin", "1.1.1.1");
    clock.ms = 100_000;
    fail(throttle, 9);
    clock.ms = 300_000;
    throttle.attempt("admin", "1.1.1.1");
    expect(() => throttle.attempt("admin", "1.1.1.1")).toThrow(AppError);
  });

  test("when a refused caller keeps trying, then the wait does not grow", () => {
    const { clock, throttle } = startThrottle();
    fail(throttle, 10);
    for (clock.ms = 1000; clock.ms < 300_000; clock.ms += 10_000)
      expect(() => throttle.attempt("admin", "1.1.1.1")).toThrow(AppError);
    clock.ms = 300_000;
    expect(() => throttle.attempt("admin", "1.1.1.1")).not.toThrow();
  });

  test("when an attempt succeeds, then the earlier failures are forgiven", () => {
    const { throttle } = startThrottle();
    fail(throttle, 9);
    throttle.attempt("admin", "1.1.1.1").succeeded();
    expect(() => fail(throttle, 10)).not.toThrow();
  });

  test.each([
    ["another name", "Admin", "1.1.1.1"],
    ["another address", "admin", "1.1.1.2"],
  ])("when it is %s, then it counts for itself", (_, name, address) => {
    const { throttle } = startThrottle();
    fail(throttle, 10);
    expect(() => throttle.attempt(name, address)).not.toThrow();
  });

  test("when more pairs come than are remembered, then the oldest is forgotten and a recent one is not", () => {
    const { throttle } = startThrottle();
    fail(throttle, 10, "old");
    fail(throttle, 10, "young");
    for (let index = 0; index < throttleEntriesMax - 1; index += 1) throttle.attempt(`name ${index}`, "2.2.2.2");
    expect(() => throttle.attempt("young", "1.1.1.1")).toThrow(AppError);
    expect(() => throttle.attempt("old", "1.1.1.1")).not.toThrow();
  });
});
