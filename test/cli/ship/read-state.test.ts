import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CommandError } from "../../../src/cli/command.ts";
import { readState } from "../../../src/cli/ship/read-state.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-state-"));
  path = join(folder, "ship.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const hash = "0123456789abcdef".repeat(2);
const file = { path: "/a.log", inode: "1:2", fileId: "a", offset: 0, head: hash, headBytes: 9, tail: "" };
const sent = { ...file, bornMs: 1.5, offset: 40, tail: hash, pausedAt: 50, copyOf: "o" };
const state = (...files: unknown[]) => ({ version: 1, files, past: [] });

function read(content: unknown) {
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return readState(path);
}

test("when there is no state file yet, or a sound one, then it is read as it is", () => {
  expect(readState(path)).toEqual({ version: 1, files: [], past: [] });
  const sound = {
    version: 1,
    files: [sent, { ...file, inode: "1:3", fileId: "b", first: { offset: 9, tail: hash } }],
    past: [{ ...sent, fileId: "c" }],
    cursor: "s=1",
  };
  expect(read(sound)).toEqual(sound as never);
});

test.each([
  ["is empty", "", "it is no JSON"],
  ["is cut off", '{"version": 1, "files": [', "it is no JSON"],
  ["is null", null, "expected an object, got null"],
  ["has no version", {}, "version: expected 1, got nothing"],
  ["is of a later version", { ...state(), version: 2 }, "version: expected 1, got 2"],
  ["has no list of files", { version: 1, files: {}, past: [] }, "files: expected a list, got {}"],
  ["has nothing in place of a file", state(sent, null), "files[1]: expected an object, got null"],
  ["has nothing in place of a past file", { ...state(), past: [null] }, "past[0]: expected an object, got null"],
  ["has a text as an offset", state({ ...file, offset: "40" }), 'files[0].offset: expected a whole number, got "40"'],
  ["has half an offset", state({ ...file, offset: 1.5 }), "files[0].offset: expected a whole number, got 1.5"],
  ["has an offset below 0", state({ ...file, offset: -1 }), "files[0].offset: expected 0 or more, got -1"],
  ["has nothing in place of a pause", state({ ...file, pausedAt: null }), "files[0].pausedAt: expected a whole"],
  ["has a broken hash", state({ ...file, head: "12" }), "files[0].head: expected a hash of 32 hexadecimal digits"],
  ["has a broken tail", state({ ...file, tail: "12" }), "files[0].tail: expected a hash of 32 hexadecimal digits"],
  ["has nothing in place of it", state({ ...file, tail: null }), 'files[0].tail: expected a hash or "", got null'],
  ["names no file", state({ ...file, fileId: "" }), 'files[0].fileId: expected a text, got ""'],
  ["has a number as the first batch", state({ ...file, first: 5 }), "files[0].first: expected an object, got 5"],
  [
    "has nothing in place of the first batch",
    state({ ...file, first: null }),
    "files[0].first: expected an object, got null",
  ],
  ["has a first batch without a hash", state({ ...file, first: { offset: 9 } }), "files[0].first.tail: expected a"],
  ["has an empty first batch", state({ ...file, first: { offset: 0, tail: hash } }), "files[0].first: expected an end"],
  ["has one behind others", state({ ...sent, first: { offset: 9, tail: hash } }), "files[0].first: expected an end"],
  ["has a file twice", state(file, { ...file, fileId: "b" }), 'files: the inode "1:2" is there twice'],
  ["has a number as the cursor", { ...state(), cursor: 5 }, "cursor: expected a text, got 5"],
])("when it %s, then one sentence says what is wrong and what to do", (_, content, reason) => {
  expect(() => read(content)).toThrow(CommandError);
  expect(() => read(content)).toThrow(`"${path}" holds no state of vigie ship (${reason}`);
  expect(() => read(content)).toThrow(/\): mend it, .* or remove it to have everything sent again\.$/);
});

test("when files share a name, as earlier builds gave it to a copy, then each has its own", () => {
  const { files, past } = read({
    ...state(sent, { ...sent, inode: "1:3", offset: 90 }),
    past: [sent, { ...sent, fileId: "b", offset: 7 }, { ...sent, fileId: "b" }],
  });
  expect(files.map(({ offset }) => offset)).toEqual([40, 90]);
  expect(files[0]!.fileId).toBe("a");
  expect(files[1]!.fileId).toMatch(/^[0-9a-f]{16}$/);
  expect(past).toEqual([{ ...sent, fileId: "b" }]);
});
