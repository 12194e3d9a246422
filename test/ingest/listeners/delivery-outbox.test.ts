import { describe, expect, test } from "vitest";
import { DeliveryOutbox, type FramedDelivery } from "../../../src/ingest/listeners/delivery-outbox.ts";
import {
  deliveriesPerAddressMax,
  deliveriesPerListenerMax,
  framedTextBytes,
} from "../../../src/ingest/listeners/limits.ts";
import { until } from "../../support/patience.ts";

/** An outbox whose deliveries are on disk when the test says so. */
function openOutbox() {
  const onTheirWay: { delivery: FramedDelivery; settle: (isStored: boolean) => void }[] = [];
  const outbox = new DeliveryOutbox(
    (delivery) => new Promise((settle) => onTheirWay.push({ delivery, settle })),
    () => undefined,
  );
  const add = (text: string, bytes = text.length, address = "10.0.0.1") => {
    const body = outbox.open(address, bytes)!;
    body.add(body.textBytes, body.textBytes + bytes, body.addSource(address), false);
    body.write(new Uint8Array(bytes));
    outbox.wake();
  };
  return { outbox, onTheirWay, add };
}

/** What `setImmediate` was asked for has happened. */
const aTurnLater = () => new Promise((resolve) => setImmediate(resolve));

describe("DeliveryOutbox", () => {
  test("when one body waits for the disk, then the next goes out, and what comes then is collected until one is stored", async () => {
    const { outbox, onTheirWay, add } = openOutbox();
    const acknowledged: string[] = [];
    for (const text of ["a", "b", "c", "d"]) {
      add(text);
      outbox.whenStored(() => acknowledged.push(text));
      await aTurnLater();
    }
    expect(onTheirWay).toHaveLength(2);
    onTheirWay[1]!.settle(true);
    await aTurnLater();
    expect(acknowledged).toEqual(["b"]);
    expect(onTheirWay).toHaveLength(3);
    for (const { settle } of onTheirWay) settle(true);
    await outbox.flush();
    expect(acknowledged.sort()).toEqual(["a", "b", "c", "d"]);
    expect(onTheirWay.map(({ delivery }) => delivery.isReused)).toEqual([true, true, true]);
  });

  test("when a message is larger than a body, then it has memory of its own, and the open body is used again", async () => {
    const { outbox, onTheirWay, add } = openOutbox();
    const memory = outbox.open("10.0.0.1", 1)!;
    add("", framedTextBytes + 1);
    await aTurnLater();
    expect(onTheirWay.map(({ delivery }) => delivery.isReused)).toEqual([false]);
    expect(outbox.next("10.0.0.1")).toBe(memory);
    onTheirWay[0]!.settle(true);
    await outbox.flush();
  });

  test("when as many are on their way as may be, then there is no body until one is stored", async () => {
    const { outbox, onTheirWay, add } = openOutbox();
    for (let i = 0; i < deliveriesPerListenerMax; i++) {
      add("full", framedTextBytes, `10.0.0.${i}`);
      if (i < deliveriesPerListenerMax - 1) outbox.next("10.0.0.1");
    }
    expect(outbox.next("10.0.0.1")).toBeUndefined();
    onTheirWay[0]!.settle(true);
    await aTurnLater();
    expect(outbox.open("10.0.0.1", 1)).toBeDefined();
    for (const { settle } of onTheirWay) settle(true);
    await outbox.flush();
  });

  test("when bodies of one address are long on their way, then it waits, and those of others pass", async () => {
    const { outbox, onTheirWay, add } = openOutbox();
    for (let i = 0; i < deliveriesPerAddressMax; i++) {
      add("full", framedTextBytes);
      outbox.next("10.0.0.2");
    }
    expect(outbox.open("10.0.0.1", 1)).toBeUndefined();
    expect(outbox.next("10.0.0.1")).toBeUndefined();
    add("of another", 10, "10.0.0.2");
    await until(() => onTheirWay.length === deliveriesPerAddressMax + 1, "it goes out behind them");
    onTheirWay[0]!.settle(true);
    await aTurnLater();
    expect(outbox.open("10.0.0.1", 1)).toBeDefined();
    for (const { settle } of onTheirWay) settle(true);
    await outbox.flush();
  });
});
