import { writeSync } from "node:fs";
import { baseTime, event } from "../support/store/event-arbitrary.ts";
import { commit, openStore } from "../support/store/store-folder.ts";

/**
 * A program to be killed: appends to the folder it is given, has a thread seal and compact all the time, writes the
 * last id on disk.
 */
const folder = process.argv[2]!;
const store = openStore(folder, { sealEvents: 50, upkeep: undefined });
for (let round = 0; ; round++) {
  const id = store.nextId;
  const events = Array.from({ length: 1 + (round % 9) }, (_, i) =>
    event(`event ${id + i}`, baseTime + ((id + i) % 40) * 500_000),
  );
  const repeats = id > 1 ? [{ id: 1 + ((round * 7) % (id - 1)), time: baseTime + 50_000_000 + round }] : [];
  store.append(commit({ events, repeats, received: events.length + repeats.length }));
  writeSync(1, `${store.nextId - 1} ${round + 1}\n`);
  store.doUpkeep(round % 3);
}
