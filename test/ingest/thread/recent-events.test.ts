import { expect, test } from "vitest";
import { readRecentEvents } from "../../../src/ingest/thread/recent-events.ts";
import { baseTime, event } from "../../support/store/event-arbitrary.ts";
import { harm, placesOf } from "../../support/store/harm.ts";
import { commit, newFolder, openStore } from "../../support/store/store-folder.ts";

const day = 86_400_000_000;

/** Sealed events of two days, the later one from a wrong clock, and one that is not sealed. */
function folderWithRecent(): string {
  const folder = newFolder();
  for (let round = 0; round < 3; round++) {
    const store = openStore(folder);
    const times = [baseTime + round, baseTime + day + 10 - round];
    store.append(commit({ events: times.map((time) => event(`round ${round} at ${time}`, time)) }));
    store.close();
  }
  return folder;
}

test("when a start asks for recent events, then all since that time come in the order of their ids", () => {
  const store = openStore(folderWithRecent());
  store.append(commit({ events: [event("not sealed")] }));
  expect([...readRecentEvents(store, baseTime)].map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect([...readRecentEvents(store, baseTime + day)].map(({ id }) => id)).toEqual([2, 4, 6, 7]);
  store.close();
});

test("when a segment was written wrongly, then the others come, and it is set aside", () => {
  const folder = folderWithRecent();
  const directory = placesOf(folder).find((place) => place.in === "day" && place.part === -1);
  harm(folder, directory!, "nothing", Math.random);
  const store = openStore(folder);
  const ids = [...readRecentEvents(store, baseTime)].map(({ id }) => id);
  expect(ids.length).toBe(5);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(store.status().damaged).toHaveLength(1);
  store.close();
});
