import fc from "fast-check";
import { expect, test } from "vitest";
import { tagsByRow } from "../../../src/eventstore/read/tags-by-row.ts";
import { anyEvent, baseTime, event } from "../../support/store/event-arbitrary.ts";
import { viewOfEvents } from "../../support/store/open-segment.ts";

test("when tags are read column by column, then each row has those of its event", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { minLength: 1, maxLength: 40 }), (events) => {
      const view = viewOfEvents(events);
      expect(tagsByRow(view)).toEqual(Array.from({ length: view.rows }, (_, row) => view.event(row).tags));
    }),
  );
});

test("when there are more names than columns, then those without a column are there, too, in order", () => {
  const events = Array.from({ length: 1_200 }, (_, row) =>
    event("m", baseTime + row, { tags: [`b${row}`, "1", "c", "2", `d${row % 3}`, `${row}`] }),
  );
  const view = viewOfEvents(events);
  expect(tagsByRow(view)).toEqual(events.map(({ tags }) => tags));
});
