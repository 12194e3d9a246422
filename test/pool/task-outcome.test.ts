import { describe, expect, test } from "vitest";
import { AppError, invalidField } from "../../src/lib/errors.ts";
import { answerTask, readOutcome } from "../../src/pool/task-outcome.ts";

describe("what a thread posts back", () => {
  test("when the task is answered, then the answer is read as it was", async () => {
    expect(readOutcome(await cross(() => ({ rows: 3 })))).toEqual({ rows: 3 });
    expect(readOutcome(await cross(async () => undefined))).toBeUndefined();
  });

  test("when it is the caller's fault, then code, message and details survive the crossing", async () => {
    const outcome = await cross(() => {
      throw invalidField("params.field", "no such field");
    });
    const error = thrownBy(() => readOutcome(outcome)) as AppError;
    expect(error).toBeInstanceOf(AppError);
    expect(error.code).toBe("invalid");
    expect(error.details.fields).toEqual({ "params.field": ["no such field"] });
  });

  test("when it is our fault, then name, message and stack survive, and it is no AppError", async () => {
    const outcome = await cross(async () => {
      throw new TypeError("expected 2 columns, got 1");
    });
    const error = thrownBy(() => readOutcome(outcome)) as Error;
    expect(error).not.toBeInstanceOf(AppError);
    expect(error).toMatchObject({ name: "TypeError", message: "expected 2 columns, got 1" });
    expect(error.stack).toContain("task-outcome.test.ts");
  });

  test("when something that is no error is thrown, then its text is the message", async () => {
    const outcome = await cross(() => {
      throw "just text";
    });
    expect(thrownBy(() => readOutcome(outcome))).toMatchObject({ message: "just text" });
  });
});

test("when a task is answered or fails, then whoever still holds it does not hold what was in it", async () => {
  for (const answer of [() => "done", () => expect.fail("no answer")]) {
    const task = { snapshot: new SharedArrayBuffer(8), control: new SharedArrayBuffer(8) };
    await answerTask(answer)(task);
    expect(task).toEqual({});
  }
});

/** As between threads: only what can be cloned comes over. */
async function cross<Answer>(answer: () => Answer | Promise<Answer>) {
  return structuredClone(await answerTask(answer)(undefined));
}

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return expect.fail("expected it to throw");
}
