import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { largeDeliveryBytes } from "../../../src/ingest/limits.ts";
import { DeliveryQueue, type Waiting } from "../../../src/ingest/pipeline/delivery-queue.ts";

function waiting(name: string, isLarge: boolean): Waiting {
  const bytes = { length: isLarge ? largeDeliveryBytes : 10 } as Uint8Array<ArrayBuffer>;
  const rest = { format: "events", contentEncoding: "", mediaType: "", idempotencyKey: "", type: 2 } as const;
  return { delivery: { ...rest, bytes, protocol: "http", address: name }, settle: () => undefined };
}

function nameOf(taken: Waiting | undefined): string | undefined {
  return taken?.delivery.address;
}

describe("the queue of deliveries", () => {
  test("when small deliveries are put back, then they are the next again, in their order", () => {
    const queue = new DeliveryQueue();
    for (const name of ["a", "b", "c"]) queue.push(waiting(name, false));
    const taken = [queue.takeSmall()!, queue.takeSmall()!];
    queue.putBack(taken);
    expect([queue.takeSmall(), queue.takeSmall(), queue.takeSmall(), queue.takeSmall()].map(nameOf)).toEqual([
      ...["a", "b", "c"],
      undefined,
    ]);
  });

  test("when deliveries come and go in any order, then each comes out once, small and large ones in their order", () => {
    const anyStep = fc.constantFrom("small", "large", "take small", "take large");
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const queue = new DeliveryQueue();
        const pushed: string[] = [];
        const taken: string[] = [];
        const note = (one: Waiting | undefined) => one && taken.push(one.delivery.address);
        steps.forEach((step, index) => {
          if (step === "take small") note(queue.takeSmall());
          else if (step === "take large") note(queue.takeLarge());
          else {
            pushed.push(`${step} ${index}`);
            queue.push(waiting(`${step} ${index}`, step === "large"));
          }
        });
        while (queue.smallCount > 0) note(queue.takeSmall());
        while (queue.hasLarge) note(queue.takeLarge());
        expect(taken.length).toBe(pushed.length);
        for (const kind of ["small", "large"])
          expect(taken.filter((name) => name.startsWith(kind))).toEqual(pushed.filter((name) => name.startsWith(kind)));
      }),
    );
  });
});
