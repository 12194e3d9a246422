import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DamagedSegmentError } from "../../../src/eventstore/errors.ts";
import type { Intake } from "../../../src/ingest/intake.ts";
import { openLocalIntake } from "../../../src/ingest/thread/local-intake.ts";
import { patienceMs, until } from "../../support/patience.ts";
import { harm, placesOf } from "../../support/store/harm.ts";
import { deliveryOf, optionsFor, storedEvents, withFolder } from "../take-in.ts";

const firstDay = Date.parse("2024-05-31T12:00:00Z") / 1000;

/** An event of one of three days, and the same again. */
function eventOf(day: number) {
  return deliveryOf(JSON.stringify({ message: `of day ${day}`, host: "h", ts: firstDay + day * 86_400 }));
}

/** Three events of three days, in three files, or in memory. */
async function withThree(isSealed: boolean, use: (intake: Intake, eventsFolder: string) => Promise<void>) {
  await withFolder(async (folder) => {
    const options = optionsFor(folder, isSealed ? { sealEvents: 3 } : {});
    const intake = openLocalIntake(options);
    try {
      for (const day of [0, 1, 2]) await intake.deliver(eventOf(day));
      if (isSealed) await until(async () => (await intake.status()).tail.events === 0, "all is sealed");
      await use(intake, options.eventsFolder);
    } finally {
      await intake.close();
    }
  });
}

/** What a query would show, and what it does when it meets damage. */
async function shown(intake: Intake): Promise<[id: number, message: string, occurrences: number][]> {
  try {
    return (await storedEvents(intake)).map(({ id, message, times }) => [id, message, times.length]);
  } catch (error) {
    if (!(error instanceof DamagedSegmentError)) throw error;
    intake.setAside(error.damage);
    return shown(intake);
  }
}

function harmSegmentOf(file: string) {
  return async (eventsFolder: string) => {
    const place = placesOf(eventsFolder).find((some) => some.in === "day" && some.file === file && some.part === -1);
    harm(eventsFolder, place!, "flip", Math.random);
  };
}

const losses: [what: string, isSealed: boolean, lose: (eventsFolder: string, intake: Intake) => Promise<void>][] = [
  ["a sealed segment", true, harmSegmentOf("2024-06-01.sqlite")],
  [
    "the file of a day",
    true,
    async (eventsFolder, intake) => {
      writeFileSync(join(eventsFolder, "2024-06-01.sqlite"), "no database at all");
      intake.setAside({ day: "2024-06-01", reason: "It is no database." });
    },
  ],
  [
    "what is not sealed",
    false,
    async (_, intake) => {
      const { segments, lease } = await intake.snapshot();
      intake.release(lease);
      const lost = segments.find(({ minId }) => minId === 2)!;
      if (lost.place !== "memory") throw new Error("It is sealed already.");
      const { minId, maxId } = lost;
      intake.setAside({ day: "", segment: { place: "memory", minId, maxId }, reason: "It cannot be read." });
    },
  ],
];

describe("events that are lost", () => {
  test.each(losses)(
    "when %s was set aside, then a repeat of what it had begins a new event, and others are counted as before",
    async (_, isSealed, lose) => {
      await withThree(isSealed, async (intake, eventsFolder) => {
        await lose(eventsFolder, intake);
        const before = await shown(intake);
        expect(before).toEqual([
          [1, "of day 0", 1],
          [3, "of day 2", 1],
        ]);
        const answers = [];
        for (const day of [0, 1, 1, 2]) answers.push((await intake.deliver(eventOf(day))).duplicates);
        expect(answers).toEqual([1, 0, 1, 1]);
        expect(await shown(intake)).toEqual([
          [1, "of day 0", 2],
          [3, "of day 2", 2],
          [4, "of day 1", 2],
        ]);
        expect((await intake.status()).damaged).toHaveLength(1);
      });
    },
    patienceMs,
  );

  test.each([
    ["sealed", true],
    ["not sealed", false],
  ])(
    "when nothing was lost of what is %s, then all repeats are counted",
    async (_, isSealed) => {
      await withThree(isSealed, async (intake) => {
        for (const day of [0, 1, 2]) expect((await intake.deliver(eventOf(day))).duplicates).toBe(1);
        expect((await shown(intake)).map(([, , occurrences]) => occurrences)).toEqual([2, 2, 2]);
      });
    },
    patienceMs,
  );
});
