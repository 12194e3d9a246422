import { expect, test } from "vitest";
import { answerAt, keyOfDelivery, keyOfEvent, knownAnswer } from "../../../src/ingest/commit/retry-keys.ts";

const sender = { sender: "user 7", hints: { streams: "true" } };

test("when an id is of a stream, then all up to its position is known, and nothing behind it", () => {
  const stored = answerAt(keyOfEvent(sender, "ab.10-20"), "");
  expect(keyOfEvent(sender, "ab.10-20").key).toBe(keyOfEvent(sender, "ab.900-950").key);
  expect(knownAnswer(keyOfEvent(sender, "ab.0-10"), stored)).toBe("");
  expect(knownAnswer(keyOfEvent(sender, "ab.10-20"), stored)).toBe("");
  expect(knownAnswer(keyOfEvent(sender, "ab.10-21"), stored)).toBeUndefined();
  expect(knownAnswer(keyOfEvent(sender, "ab.10-20"), undefined)).toBeUndefined();
});

test("when a delivery is of a stream, then its answer is given again", () => {
  const key = keyOfDelivery({ ...sender, idempotencyKey: "run.3-3" });
  expect(knownAnswer(key, answerAt(key, '{"accepted": 5}'))).toBe('{"accepted": 5}');
});

test("when an id has no such form, or its sender says nothing of streams, then it stands for itself", () => {
  for (const [who, id] of [
    [{ sender: "user 7" }, "ab.10-20"],
    [sender, "ab.10"],
    [sender, ".10-20"],
    [sender, "ab.10-20x"],
    [sender, `ab.1-${"9".repeat(16)}`],
  ] as const) {
    const key = keyOfEvent(who, id);
    expect(key).toEqual({ key: `event user 7 ${id}`, position: undefined });
    expect(knownAnswer(key, answerAt(key, ""))).toBe("");
  }
});

test("when two users name a stream alike, then neither knows what the other sent", () => {
  expect(keyOfEvent(sender, "ab.1-2").key).not.toBe(keyOfEvent({ ...sender, sender: "user 8" }, "ab.1-2").key);
});
