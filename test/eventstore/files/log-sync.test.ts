import { expect, test } from "vitest";
import { LogSync } from "../../../src/eventstore/files/log-sync.ts";
import { HeldDisk } from "../../support/store/held-disk.ts";

/** A log on a disk that does nothing by itself, and what was told to be on it. */
function open() {
  const disk = new HeldDisk();
  const sync = new LogSync("intake.sqlite-wal", disk);
  const durable: string[] = [];
  const write = (name: string) => {
    sync.wrote();
    sync.whenDurable(() => durable.push(name));
  };
  return { disk, sync, durable, write };
}

test("when something is written while a sync runs, then that sync does not count for it, and one more does for all of it", () => {
  const { disk, sync, durable, write } = open();
  write("a");
  write("b");
  write("c");
  expect([disk.begun, sync.isBehind]).toEqual([1, true]);
  disk.end();
  expect(durable).toEqual([]);
  sync.runDurable();
  expect([durable, disk.begun, sync.isBehind]).toEqual([["a"], 2, true]);
  disk.end();
  sync.runDurable();
  expect([durable, disk.begun, sync.isBehind]).toEqual([["a", "b", "c"], 2, false]);
});

test("when nothing is behind, then it is told at once; behind what is not on disk it waits", () => {
  const { disk, sync, durable, write } = open();
  sync.whenDurable(() => durable.push("nothing"));
  expect(durable).toEqual(["nothing"]);
  write("a");
  sync.whenDurable(() => durable.push("after a"));
  disk.end();
  sync.runDurable();
  expect(durable).toEqual(["nothing", "a", "after a"]);
});

test("when it is flushed, then all is on disk though a sync still runs, whose end says nothing new", () => {
  const { disk, sync, durable, write } = open();
  write("a");
  write("b");
  sync.flush();
  expect([durable, disk.waited]).toEqual([["a", "b"], 1]);
  sync.flush();
  expect(disk.waited).toBe(1);
  disk.end();
  write("c");
  sync.runDurable();
  expect([durable, disk.begun]).toEqual([["a", "b"], 2]);
});

test.each(["ENOSPC", "EIO"])(
  "when a sync fails with %s, then nothing that waits is ever told, and nothing is believed afterwards",
  (code) => {
    const { disk, sync, durable, write } = open();
    write("a");
    write("b");
    disk.end(Object.assign(new Error(code), { code }));
    write("c");
    sync.whenDurable(() => durable.push("d"));
    expect(() => sync.runDurable()).toThrow(`Cannot get "intake.sqlite-wal" on disk: Error: ${code}`);
    expect(() => sync.flush()).toThrow(code);
    expect([durable, disk.begun, disk.waited]).toEqual([[], 1, 0]);
  },
);

test("when waiting for the disk fails, then a sync that ends later does not make it good", () => {
  const { disk, sync, durable, write } = open();
  write("a");
  disk.waitError = new Error("EIO");
  expect(() => sync.flush()).toThrow("EIO");
  disk.end();
  expect(() => sync.runDurable()).toThrow("EIO");
  expect(durable).toEqual([]);
});

test("when a sync ends after the log was closed, then nobody is called", () => {
  const { disk, sync, write } = open();
  let ends = 0;
  sync.onEnd = () => ends++;
  write("a");
  disk.end();
  write("b");
  sync.close();
  disk.end();
  expect([ends, disk.begun]).toEqual([1, 2]);
});
