import { describe, expect, test } from "vitest";
import type { Intake } from "../../src/ingest/intake.ts";
import { openLocalIntake } from "../../src/ingest/thread/local-intake.ts";
import { deliveryOf, optionsFor, withFolder } from "./take-in.ts";

async function reopened<T>(folder: string, use: (intake: Intake) => Promise<T>): Promise<T> {
  const intake = openLocalIntake(optionsFor(folder));
  try {
    return await use(intake);
  } finally {
    await intake.close();
  }
}

describe("Origins of the loss ledger", () => {
  test("when senders differ in address, token or protocol, then what became of their events is told of each, also after a restart", () =>
    withFolder(async (folder) => {
      const expected = [
        {
          protocol: "loki",
          source: "192.0.2.8",
          tokenId: 0,
          received: 3,
          stored: 0,
          loss: { overload: 3 },
          uncounted: { rejected: { deliveries: 1, bytes: 1 }, too_large: { deliveries: 2, bytes: 70 } },
        },
        {
          protocol: "http",
          source: "192.0.2.7",
          tokenId: 3,
          received: 3,
          stored: 2,
          loss: { rejected: 1, out_of_time: 1 },
          uncounted: {},
        },
        { protocol: "http", source: "192.0.2.7", tokenId: 0, received: 1, stored: 1, loss: { cut: 1 }, uncounted: {} },
      ];
      await reopened(folder, async (intake) => {
        await intake.deliver(deliveryOf(JSON.stringify({ message: "x".repeat(70_000) })));
        await intake.deliver(deliveryOf('{"message":"a"}\nbad\n{"message":"b","ts":99999999999}', { tokenId: 3 }));
        const broken = deliveryOf("[", { mediaType: "application/json", protocol: "loki", address: "192.0.2.8" });
        await expect(intake.deliver(broken)).rejects.toThrow("not valid JSON");
        intake.countLoss({ protocol: "loki", source: "192.0.2.8", tokenId: 0 }, "overload", 3);
        intake.countUncounted({ protocol: "loki", source: "192.0.2.8", tokenId: 0 }, "too_large", {
          ...{ deliveries: 2, bytes: 70 },
        });
        const { origins, received, stored } = await intake.status();
        expect(new Set(origins)).toEqual(new Set(expected));
        expect([received, stored]).toEqual([7, 3]);
      });
      await reopened(folder, async (intake) => {
        const { origins } = await intake.status();
        expect(new Set(origins)).toEqual(new Set(expected));
      });
    }));
});
