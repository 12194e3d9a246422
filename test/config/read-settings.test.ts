import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSettings } from "../../src/config/read-settings.ts";
import { defaultSettings, settingTable } from "../../src/config/settings.ts";
import { StartError } from "../../src/lib/start-error.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-settings-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(content: string): string {
  const path = join(folder, `${crypto.randomUUID()}.yaml`);
  writeFileSync(path, content);
  return path;
}

const nothing = { flags: {}, env: {}, file: undefined };

describe("settings", () => {
  test("when nothing is given, then the defaults hold", () => {
    expect(readSettings(nothing)).toEqual(defaultSettings);
  });

  test("when a setting is given everywhere, then flag beats environment beats file beats default", () => {
    const file = fileOf("port: 1\nhost: from-file\nmemory: 600\n");
    const settings = readSettings({ flags: { port: "3" }, env: { VIGIE_PORT: "2", VIGIE_HOST: "from-env" }, file });
    expect(settings).toMatchObject({ port: 3, host: "from-env", memoryMb: 600, dedupSeconds: 60 });
  });

  test.each([
    ["YAML", "trusted-proxies:\n  - 10.0.0.0/8\n  - ::1\nephemeral: true\n"],
    ["JSON", '{"trusted-proxies": ["10.0.0.0/8", "::1"], "ephemeral": true}'],
  ])("when the file is %s, then lists and booleans are read", (_, content) => {
    const settings = readSettings({ ...nothing, file: fileOf(content) });
    expect(settings).toMatchObject({ trustedProxies: ["10.0.0.0/8", "::1"], ephemeral: true });
  });

  test("when the file is empty, then it sets nothing", () => {
    expect(readSettings({ ...nothing, file: fileOf("") })).toEqual(defaultSettings);
  });

  test.each<[string, () => Parameters<typeof readSettings>[0], RegExp]>([
    ["a flag does not fit", () => ({ ...nothing, flags: { port: "65536" } }), /^--port: .*65535, got "65536"$/],
    ["a number is empty", () => ({ ...nothing, env: { VIGIE_PORT: "" } }), /^VIGIE_PORT: /],
    ["a switch is no boolean", () => ({ ...nothing, env: { VIGIE_EPHEMERAL: "constructor" } }), /true, false, 1 or 0/],
    ["a word is unknown", () => ({ ...nothing, flags: { "log-level": "loud" } }), /debug.*got "loud"/],
    ["a network is none", () => ({ ...nothing, flags: { "trusted-proxies": "10.0.0.0/33" } }), /10\.0\.0\.0\/33/],
    ["a name in the file is unknown", () => ({ ...nothing, file: fileOf("prot: 1") }), /unknown setting "prot"/],
    ["a value in the file does not fit", () => ({ ...nothing, file: fileOf("port: many") }), /"port" in .*got "many"/],
    ["a value in the file is an object", () => ({ ...nothing, file: fileOf("port: {a: 1}") }), /"port"/],
    ["the file is a list", () => ({ ...nothing, file: fileOf("- 1") }), /expected a list of names and values/],
    ["the file is broken", () => ({ ...nothing, file: fileOf("a: [") }), /neither YAML nor JSON/],
    [
      "the file is 50,000 levels deep",
      () => ({ ...nothing, file: fileOf("[".repeat(50_000)) }),
      /: it is nested too deep/,
    ],
    ["the file is not there", () => ({ ...nothing, file: "/nowhere/x.yaml" }), /"\/nowhere\/x.yaml" cannot be read/],
  ])("when %s, then it is refused with exit code 2 and one line that names it", (_, sources, message) => {
    try {
      readSettings(sources());
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(StartError);
      expect((error as StartError).exitCode).toBe(2);
      expect((error as StartError).message).toMatch(message);
      expect((error as StartError).message).not.toContain("\n");
    }
  });

  test("when the admin's password is too short, then it is refused and not repeated", () => {
    const read = () => readSettings({ ...nothing, env: { VIGIE_ADMIN_PASSWORD: "geheim" } });
    expect(read).toThrow(/VIGIE_ADMIN_PASSWORD.*8 characters/);
    expect(read).not.toThrow(/geheim/);
  });

  test("when settings are named, then no two share a flag or a variable", () => {
    const all = Object.values(settingTable);
    expect(new Set(all.map(({ flag }) => flag)).size).toBe(all.length);
    expect(new Set(all.map(({ env }) => env)).size).toBe(all.length);
  });
});

test("when less memory is asked for than can be kept, then the least is told, and why", () => {
  const read = (value: string) => readSettings({ flags: {}, env: { VIGIE_MEMORY_MB: value }, file: undefined });
  expect(() => read("300")).toThrow(/from 520 to 1000000, got "300": less could not be kept/);
  expect(() => read("many")).toThrow(/got "many"(?!:)/);
  expect(read("520").memoryMb).toBe(520);
});
