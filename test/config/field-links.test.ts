import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { fieldLinks } from "../../src/config/field-links.ts";
import { readSettings } from "../../src/config/read-settings.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-links-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const links = { src_ip: [{ name: "intel", label: "Threat intelligence", url: "https://intel.example/{value}" }] };

describe("links by field", () => {
  test("when the settings file has them as an object, then they are read", () => {
    const file = join(folder, "settings.yaml");
    writeFileSync(file, `links:\n  src_ip:\n    - ${JSON.stringify(links.src_ip[0])}\n`);
    expect(readSettings({ flags: {}, env: {}, file }).links).toEqual(links);
  });

  test("when the environment has them as JSON, then they are read", () => {
    expect(readSettings({ flags: {}, env: { VIGIE_LINKS: JSON.stringify(links) }, file: undefined }).links).toEqual(
      links,
    );
  });

  test("when there are none, then there are none", () => {
    expect(readSettings({ flags: {}, env: {}, file: undefined }).links).toEqual({});
  });

  test.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["no list in a field", '{"a": {}}'],
    ["no label", '{"a": [{"name": "x", "url": "https://x.example/"}]}'],
    ["a script", '{"a": [{"name": "x", "label": "x", "url": "javascript:alert({value})"}]}'],
    ["the value as host", '{"a": [{"name": "x", "label": "x", "url": "https://{value}/"}]}'],
    ["the value in the host", '{"a": [{"name": "x", "label": "x", "url": "https://x.example{value}/"}]}'],
    ["too many", JSON.stringify({ a: Array.from({ length: 21 }, () => links.src_ip[0]) })],
  ])("when there is %s, then it is refused", (_, text) => {
    expect(fieldLinks().safeParse(text).success).toBe(false);
  });

  test("when it is no object of lists, then the refusal shows what one looks like", () => {
    const messages = ["x", "[]"].map((text) => fieldLinks().safeParse(text).error?.issues[0]?.message);
    for (const message of messages) expect(message).toContain('expected JSON such as {"src_ip": [{"name"');
  });

  test("when there are links for too many fields, then that is what is said", () => {
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, links.src_ip])));
    expect(fieldLinks().safeParse(many).error?.issues[0]?.message).toContain("at most 100 fields");
  });
});
