import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readBytes } from "../../../src/cli/ship/limits.ts";
import { ShippedFolder } from "./shipped-folder.ts";

let folder: ShippedFolder;
beforeEach(() => {
  folder = new ShippedFolder();
});
afterEach(() => folder.remove());

const w3c = "#Fields: date time cs-method cs-uri-stem sc-status";
const tables = [
  ["a header", ["time,host,user,status"], (n: number) => `2026-11-22T10:00:00Z,web-1,user${n},200`, "user"],
  ["#Fields of IIS", ["#Software: Microsoft Internet Information Services 10.0", "#Version: 1.0", w3c], iisRow, "path"],
  ["#fields of Zeek", ["#separator \\x09", "#path\tconn", "#fields\tts\tuid\torig_bytes"], zeekRow, "uid"],
] as const;

function iisRow(n: number): string {
  return `2026-11-22 10:00:00 GET /page-${n} 200`;
}

function zeekRow(n: number): string {
  return `1795341600.5\tC${n}\t17`;
}

describe("a table that is followed", () => {
  test.each(tables)(
    "when it is read on after a restart, then its columns are those of %s",
    async (_, head, row, tag) => {
      folder.write("table.log", ...head, row(1));
      folder.start();
      await folder.looks(2);
      folder.stop();
      folder.write("table.log", row(2));
      folder.start();
      await folder.looks(2);
      const [first, second] = folder.events.map(({ user_tags = {} }) => user_tags[tag]);
      expect([folder.events.length, second]).toEqual([2, first?.replace("1", "2")]);
    },
  );

  test.each(tables)("when it is read from its end on, then its columns are those of %s", async (_, head, row, tag) => {
    folder.write("table.log", ...head, row(1));
    folder.start(true);
    await folder.looks(2);
    folder.write("table.log", row(2));
    await folder.looks(2);
    expect(folder.events.map(({ user_tags }) => user_tags?.[tag])).toEqual([expect.stringContaining("2")]);
  });

  test.each([readBytes / 2, readBytes * 3])(
    "when columns were named anew behind %i bytes, then those hold after a restart",
    async (bytes) => {
      const times = (line: string, size: number) => Array<string>(Math.ceil(size / line.length)).fill(line);
      const further = "2026-11-22 10:00:00 203.0.113.9 POST /new 201";
      const named = w3c.replace("time ", "time c-ip ");
      folder.write("iis.log", w3c, ...times(iisRow(1), bytes), named, ...times(further, bytes));
      folder.start(true);
      await folder.looks(2);
      folder.write("iis.log", further);
      await folder.looks(2);
      expect(folder.events.map(({ user_tags }) => user_tags)).toEqual([
        expect.objectContaining({ src_ip: "203.0.113.9", method: "POST", path: "/new" }),
      ]);
    },
  );

  test("when the header of a server that ends lines with CR and LF is all there was, then its columns are known", async () => {
    folder.write("iis.log", "#Software: Microsoft Internet Information Services 10.0\r", `${w3c}\r`);
    folder.start(true);
    await folder.looks(2);
    folder.write("iis.log", `${iisRow(1)}\r`);
    await folder.looks(2);
    expect(folder.events).toEqual([
      expect.objectContaining({ user_tags: expect.objectContaining({ path: "/page-1" }) }),
    ]);
  });

  test("when new lines tell their times otherwise than the first ones, then they are believed", async () => {
    const banner = Array.from({ length: 300 }, (_, n) => `setting ${n} is on`);
    folder.write("mixed.log", ...banner, ...Array<string>(2_000).fill("04/03/2020 10:00:00 started"));
    folder.start(true);
    await folder.looks(2);
    folder.write("mixed.log", "03/12/2020 10:00:00 started", "03/13/2020 10:00:00 ended");
    await folder.looks(2);
    const times = [12, 13].map((day) => expect.objectContaining({ ts: Date.UTC(2020, 2, day, 10) / 1000 }));
    expect(folder.events).toEqual(times);
  });

  test("when an order of day and month was found out from earlier lines, then it holds after a restart", async () => {
    const times = (day: number) => `03/0${day}/2020 10:00:00 started`;
    folder.write("dates.log", ...[1, 2, 3].map(times), "03/13/2020 09:00:00 ended");
    folder.start(true);
    await folder.looks(2);
    folder.write("dates.log", times(4));
    await folder.looks(2);
    expect(folder.events).toEqual([expect.objectContaining({ ts: Date.UTC(2020, 2, 4, 10) / 1000 })]);
  });
});
