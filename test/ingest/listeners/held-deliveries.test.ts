import { expect, test } from "vitest";
import type { Delivery, Intake, Receipt } from "../../../src/ingest/intake.ts";
import { HeldDeliveries } from "../../../src/ingest/listeners/held-deliveries.ts";
import { AppError } from "../../../src/lib/errors.ts";

/** Takes what it is offered but the first `refusals` times, and notes the order. */
function intakeThatRefuses(refusals: number) {
  const taken: number[] = [];
  let left = refusals;
  const deliver = async ({ bytes }: { bytes: Uint8Array }): Promise<Receipt> => {
    await Bun.sleep(0);
    if (left-- > 0) throw new AppError("too_many", "More comes in than can be stored.");
    taken.push(bytes[0]!);
    return {} as Receipt;
  };
  return { taken, intake: { deliver } as unknown as Intake };
}

const delivery = (number: number) => ({ bytes: Uint8Array.of(number) }) as unknown as Delivery;

test("when the first of several deliveries is refused, then those behind it do not overtake it", async () => {
  const { taken, intake } = intakeThatRefuses(1);
  const held = new HeldDeliveries(intake, () => false);
  const first = held.deliver(delivery(0));
  await Bun.sleep(5);
  const stored = await Promise.all([first, ...[1, 2, 3].map((number) => held.deliver(delivery(number)))]);
  expect([stored, taken]).toEqual([
    [true, true, true, true],
    [0, 1, 2, 3],
  ]);
});

test("when several are refused at once, then all are stored in their order", async () => {
  const { taken, intake } = intakeThatRefuses(7);
  const held = new HeldDeliveries(intake, () => false);
  const stored = await Promise.all([0, 1, 2].map((number) => held.deliver(delivery(number))));
  expect([stored, taken]).toEqual([
    [true, true, true],
    [0, 1, 2],
  ]);
});

test("when the service stops while one is held, then it and those behind it are given up", async () => {
  const { taken, intake } = intakeThatRefuses(Number.POSITIVE_INFINITY);
  const held = new HeldDeliveries(intake, () => false);
  const all = [0, 1, 2].map((number) => held.deliver(delivery(number)));
  held.stop();
  expect([await Promise.all(all), taken]).toEqual([[false, false, false], []]);
});

test.each<[what: string, error: Error, offered: number]>([
  ["cannot be read for a fault of our own", new AppError("internal", "A fault of vigie's own."), 1],
  ["meets an intake that has no answer", new Error("The thread has ended."), 3],
])("when a delivery %s, then it is offered as often as that can help", async (_what, error, expected) => {
  let offered = 0;
  const deliver = async ({ bytes }: Delivery): Promise<Receipt> => {
    if (bytes[0] === 0 && ++offered < 3) throw error;
    return {} as Receipt;
  };
  const held = new HeldDeliveries({ deliver } as unknown as Intake, () => false);
  expect(await Promise.all([held.deliver(delivery(0)), held.deliver(delivery(1))])).toEqual([true, true]);
  expect(offered).toBe(expected);
});
