import { describe, expect, test } from "vitest";
import { bodySlots, largeDeliveryBytes, otherBodiesMax } from "../../../src/ingest/limits.ts";
import { BodySlots } from "../../../src/ingest/thread/body-slots.ts";

describe("BodySlots", () => {
  test("when a body is put, then it lies in shared memory, and its own is given back", () => {
    const slots = new BodySlots();
    const bytes = new Uint8Array(Buffer.from("a body"));
    const body = slots.put(bytes)!;
    expect(body.sizeBytes).toBe(6);
    expect(Buffer.from(new Uint8Array(slots.buffers[body.slot]!, 0, 6)).toString()).toBe("a body");
    expect(bytes.length).toBe(0);
  });

  test("when all slots are in use, then the next body is handed over as it is, until one is released", () => {
    const slots = new BodySlots();
    const bodies = Array.from({ length: bodySlots }, () => slots.put(new Uint8Array(largeDeliveryBytes))!);
    expect(new Set(bodies.map(({ slot }) => slot)).size).toBe(bodySlots);
    const next = new Uint8Array([1, 2, 3]);
    expect(slots.put(next)).toBeUndefined();
    expect(next).toEqual(new Uint8Array([1, 2, 3]));
    slots.release(bodies[3]!);
    expect(slots.put(next)).toEqual({ slot: bodies[3]!.slot, sizeBytes: 3 });
  });

  test("when a body is larger than a slot, then it is handed over as it is", () => {
    const large = new Uint8Array(largeDeliveryBytes + 1);
    expect(new BodySlots().put(large)).toBeUndefined();
    expect(large.length).toBe(largeDeliveryBytes + 1);
  });

  test("when bodies come again and again in memory of others, then it is sent once, and named from then on", () => {
    const slots = new BodySlots();
    const memory = new SharedArrayBuffer(100);
    const body = new Uint8Array(memory, 0, 60);
    const sent = slots.find(body)!;
    expect(sent).toEqual({ slot: bodySlots, sizeBytes: 60, memory });
    expect(slots.find(body.subarray(0, 50))).toEqual({ slot: bodySlots, sizeBytes: 50 });
    expect(() => slots.find(body.subarray(1))).toThrow();
    // It is no slot of theirs.
    slots.release(sent);
    expect(slots.put(new Uint8Array(1))!.slot).toBeLessThan(bodySlots);
  });

  test("when there is too much such memory, then the rest is sent each time", () => {
    const slots = new BodySlots();
    const found = Array.from({ length: otherBodiesMax + 1 }, () =>
      slots.find(new Uint8Array(new SharedArrayBuffer(10))),
    );
    expect(found.map((body) => body?.slot)).toEqual([
      ...Array.from({ length: otherBodiesMax }, (_, index) => bodySlots + index),
      undefined,
    ]);
  });
});
