import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMarkerRepository } from "../../../src/api/markers/repository.ts";
import { openDatabase } from "../../../src/db/open-database.ts";

test("when there are as many as are kept, then the oldest of the others goes, also for one that is older still", () => {
  const folder = mkdtempSync(join(tmpdir(), "vigie-markers-"));
  const database = openDatabase(folder);
  try {
    const markers = createMarkerRepository(database.db);
    const anywhere = { from: undefined, to: undefined, tag: undefined, title: undefined };
    const timesAfter = (time: number) => {
      const id = markers.insert({ title: "x", time, tags: [], ownerId: null, createdAt: 0 }, 2);
      expect(markers.find(id)).toMatchObject({ time });
      return markers
        .list(anywhere, [{ field: "time", descending: true }], { limit: 9, offset: 0 })
        .map((one) => one.time);
    };
    expect([20, 30, 10, 25].map(timesAfter)).toEqual([[20], [30, 20], [30, 10], [30, 25]]);
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
});
