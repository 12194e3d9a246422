import * as fc from "fast-check";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { zipChunkBytes } from "../../src/document/limits.ts";
import { ZipWriter } from "../../src/document/zip.ts";
import { bytesOf } from "../support/documents/sample-document.ts";

describe("an archive", () => {
  test("when any entries are written in any pieces, then another reader finds them", () => {
    const pieces = fc.array(
      fc.string({ unit: "binary", maxLength: 200 }).map((text) => text.toWellFormed()),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z/é日]{1,12}$/), pieces, { maxKeys: 5 }), (entries) => {
        const bytes = bytesOf((sink) => {
          const zip = new ZipWriter(sink);
          for (const [name, texts] of Object.entries(entries)) {
            zip.begin(name);
            for (const text of texts) zip.write(text);
            zip.end();
          }
          zip.finish();
        });
        const read = unzipSync(bytes);
        expect(Object.keys(read).sort()).toEqual(Object.keys(entries).sort());
        for (const [name, texts] of Object.entries(entries))
          expect(Buffer.from(read[name]!).toString()).toBe(texts.join(""));
      }),
    );
  });

  test("when an entry is larger than what is packed at once, then it is whole", () => {
    const line = "日志 and some more text 🦊\n";
    const count = Math.ceil((zipChunkBytes * 2.5) / line.length);
    const bytes = bytesOf((sink) => {
      const zip = new ZipWriter(sink);
      zip.begin("lines");
      for (let i = 0; i < count; i++) zip.write(line);
      zip.end();
      zip.add("at once", line.repeat(count));
      zip.add("bytes", Buffer.from(line.repeat(count)));
      zip.finish();
    });
    for (const content of Object.values(unzipSync(bytes)))
      expect(Buffer.from(content).toString()).toBe(line.repeat(count));
  });

  test("when an entry is still open, then no other begins", () => {
    const zip = new ZipWriter({ writeBytes: () => undefined });
    zip.begin("a");
    expect(() => zip.begin("b")).toThrow('the entry "a" is still open');
  });
});
