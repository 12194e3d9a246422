import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { openLogFile } from "../../../src/cli/import/open-log-file.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-open-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<{ text: string; error: string }> {
  const parts: Uint8Array[] = [];
  let error = "";
  try {
    for await (const chunk of chunks) parts.push(chunk);
  } catch (thrown) {
    error = (thrown as Error).message;
  }
  return { text: Buffer.concat(parts).toString(), error };
}

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const lines = Array.from({ length: 5000 }, (_, i) => `line ${i} ${(i * 7919) % 1000}\n`).join("");

test.each([
  ["plain", Buffer.from(lines)],
  ["gzip", gzipSync(lines)],
  ["zstd", zstdCompressSync(lines)],
  [
    "two gzip members one after the other",
    Buffer.concat([gzipSync(lines.slice(0, 5000)), gzipSync(lines.slice(5000))]),
  ],
  [
    "two zstd frames one after the other",
    Buffer.concat([zstdCompressSync(lines.slice(0, 5000)), zstdCompressSync(lines.slice(5000))]),
  ],
])("when a file is %s under any name, then its text is read", async (title, content) => {
  const file = openLogFile(write(title.replaceAll(" ", "-"), content));
  expect(await readAll(file.chunks())).toEqual({ text: lines, error: "" });
  expect(file.readBytes()).toBe(content.length);
  expect(file.sizeBytes).toBe(content.length);
});

test("when stdin comes byte by byte and is compressed, then its text is read", async () => {
  async function* stdin() {
    for (const byte of gzipSync("one\ntwo\n")) yield Uint8Array.of(byte);
  }
  const file = openLogFile("-", stdin);
  expect(await readAll(file.chunks())).toEqual({ text: "one\ntwo\n", error: "" });
  expect(file).toMatchObject({ name: "stdin", modified: undefined });
});

test("when a file is empty, then it has no text and that is no error", async () => {
  expect(await readAll(openLogFile(write("empty", "")).chunks())).toEqual({ text: "", error: "" });
});

test.each([
  ["gzip", gzipSync(lines).subarray(0, 4000)],
  ["zstd", zstdCompressSync(lines.repeat(50)).subarray(0, -5)],
  ["zstd, at its very end,", zstdCompressSync(lines).subarray(0, -1)],
])(
  "when a %s file is truncated, then what can be read is read and the error names the file",
  async (title, content) => {
    const path = write(`truncated ${title}`, content);
    const { text, error } = await readAll(openLogFile(path).chunks());
    expect(lines.repeat(50).startsWith(text)).toBe(true);
    expect(error).toContain(`Cannot read "${path}" to its end`);
  },
);

test("when a file has a NUL byte in its first 8 KiB, then nothing of it is given", async () => {
  const { text, error } = await readAll(openLogFile(write("binary", "ELF\0binary\n")).chunks());
  expect(text).toBe("");
  expect(error).toContain("is not a text file");
});

test("when a file with holes has a single NUL byte, too, then it is a program, and no hole is told", async () => {
  const content = Buffer.concat([Buffer.from("\x7FELF"), Buffer.alloc(9), Buffer.from("a\0b")]);
  const file = openLogFile(write("program", content));
  expect((await readAll(file.chunks())).error).toContain("is not a text file");
  expect(file.holeBytes()).toBe(0);
});

const tar = Buffer.concat([Buffer.from("app.log"), Buffer.alloc(250), Buffer.from("ustar\0"), Buffer.alloc(249)]);

test.each([
  ["app log's.xz", Buffer.from("fd377a585a0000ff12d9", "hex"), "xz", "xz -dc 'FOLDER/app log'\\''s.xz'"],
  ["app.log.bz2", Buffer.from("425a6839314159265359", "hex"), "bzip2", "bzip2 -dc FOLDER/app.log.bz2"],
  ["logs.tar.gz", gzipSync(tar), "tar", "tar -xOf FOLDER/logs.tar.gz"],
])(
  "when the file %s is packed in another way, then the error says what unpacks it",
  async (name, content, packing, command) => {
    const path = write(name, content);
    const file = openLogFile(path);
    const told = `"${path}" is packed as ${packing}, which vigie does not unpack. Nothing of it was imported; use: `;
    const error = `${told}${command.replace("FOLDER", folder)} | vigie import -`;
    expect(await readAll(file.chunks())).toEqual({ text: "", error });
    expect(file.holeBytes()).toBe(0);
  },
);

test.each(["utf-16le", "utf-16be"])("when a file is %s with its mark, then it is read as UTF-8", async (name) => {
  const text = "\uFEFF2026-11-21 09:00:00 Grüße 😀\r\n".repeat(40_000);
  const bytes = Buffer.from(text, "utf16le");
  const path = write(name, name === "utf-16le" ? bytes : bytes.swap16());
  expect(await readAll(openLogFile(path).chunks())).toEqual({ text: text.slice(1), error: "" });
});

test.each([
  ["begins with a hole", ["", 9_000, "a\nb\n"], "\na\nb\n"],
  ["has a hole in the midst of a line", ["a\nb", 4_093, "c\nd\n"], "a\nb\nc\nd\n"],
  ["ends with a hole over several reads", ["a\n", 700_000, ""], "a\n\n"],
  ["has three NULs far behind", [`${"x".repeat(9_000)}\n`, 3, "\n"], `${"x".repeat(9_000)}\n\0\0\0\n`],
] as const)("when a log %s, then the hole is a line end, and is told", async (title, [before, nuls, after], text) => {
  const file = openLogFile(write(title, Buffer.concat([Buffer.from(before), Buffer.alloc(nuls), Buffer.from(after)])));
  expect(await readAll(file.chunks())).toEqual({ text, error: "" });
  expect(file.holeBytes()).toBe(nuls > 3 ? nuls : 0);
});

test("when a NUL byte stands later, then the file is text", async () => {
  const content = `${"x".repeat(9000)}\0\n`;
  expect(await readAll(openLogFile(write("late-nul", content)).chunks())).toEqual({ text: content, error: "" });
});

test.each([
  ["does not exist", join(folder, "missing"), "Cannot read"],
  ["is a folder", folder, "it is a folder"],
])("when a file %s, then the error says so", (_title, path, message) => {
  expect(() => openLogFile(path)).toThrow(message);
});
