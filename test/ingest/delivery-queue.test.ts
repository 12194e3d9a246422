import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DeliveryQueue, type Waiting } from "../../src/ingest/delivery-queue.ts";
import { largeDeliveryBytes } from "../../src/ingest/limits.ts";

function waiting(name: string, isLarge: boolean): Waiting {
  const bytes = { length: isLarge ? largeDeliveryBytes : 10 } as Uint8Array<ArrayBuffer>;
  const rest = { format: "events", contentEncoding: "", mediaType: "", idempotencyKey: "", type: 2 } as const;
  return { delivery: { ...rest, bytes, address: name }, settle: () => undefined };
}

function take(queue: DeliveryQueue): string {
  const name = queue.first!.delivery.address;
  queue.takeFirst();
  return name;
}

describe("the queue of deliveries", () => {
  test("when small deliveries come behind several large ones, then they wait for one of them only", () => {
    const queue = new DeliveryQueue();
    for (const name of ["A", "B", "C"]) queue.push(waiting(name, true));
    queue.push(waiting("d", false));
    expect(take(queue)).toBe("A");
    queue.push(waiting("e", false));
    expect([take(queue), take(queue)]).toEqual(["d", "B"]);
    expect([take(queue), take(queue)]).toEqual(["e", "C"]);
  });

  test("when small deliveries never cease, then a large one still has its turn", () => {
    const queue = new DeliveryQueue();
    queue.push(waiting("a", false));
    queue.push(waiting("B", true));
    const taken: string[] = [];
    for (let i = 0; i < 5; i++) {
      queue.push(waiting(`s${i}`, false));
      taken.push(take(queue));
    }
    expect(taken).toContain("B");
  });

  test("when deliveries come and go in any order, then each comes out once, small and large ones in their order", () => {
    const anyStep = fc.constantFrom("small", "large", "take");
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const queue = new DeliveryQueue();
        const pushed: string[] = [];
        const taken: string[] = [];
        steps.forEach((step, index) => {
          if (step !== "take") {
            pushed.push(`${step} ${index}`);
            queue.push(waiting(`${step} ${index}`, step === "large"));
          } else if (queue.first) taken.push(take(queue));
        });
        expect(queue.length).toBe(pushed.length - taken.length);
        while (queue.first) taken.push(take(queue));
        for (const kind of ["small", "large"])
          expect(taken.filter((name) => name.startsWith(kind))).toEqual(pushed.filter((name) => name.startsWith(kind)));
      }),
    );
  });
});
