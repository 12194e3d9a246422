import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminPassword, type Service, startService } from "../support/service/start-service.ts";
import { writeTypes } from "./write-types.ts";

const project = join(import.meta.dirname, "../..");
const flows = join(import.meta.dirname, "main-flows.ts");

let service: Service;
let folder: string;
beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), "vigie-client-"));
  const document = (await service.call("GET", "/api/openapi.json", { token: "" })).body;
  writeFileSync(join(folder, "api.ts"), await writeTypes(document, join(folder, "generator")));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

test("when a client is generated from the description, then a program that uses it compiles", () => {
  expect(compile(flows)).toBe("");
});

test("when the program does what the description does not know, then it does not compile", async () => {
  const wrong = join(folder, "wrong.ts");
  const text = await Bun.file(flows).text();
  const openapiFetch = join(project, "node_modules/openapi-fetch");
  for (const [right, mistake, complaint] of [
    ['"/api/tasks/{id}"', '"/api/task/{id}"', "/api/task/{id}"],
    ['status: "resolved"', 'status: "done"', '"done"'],
    ["is_open: false", "is_open: 7", "number"],
    ["resolved?.is_closed", "resolved?.is_shut", "is_shut"],
  ] as const) {
    const changed = text.replace('"openapi-fetch"', JSON.stringify(openapiFetch)).replace(right, mistake);
    expect(changed).toContain(mistake);
    writeFileSync(wrong, changed);
    expect(compile(wrong)).toContain(complaint);
  }
});

test("when the program runs, then it gets what it was promised", async () => {
  const child = Bun.spawn([process.execPath, flows, service.url, "admin", adminPassword], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect([output.trim(), errors.trim(), await child.exited]).toEqual(["done", "", 0]);
});

/** What the compiler says; "" when nothing. */
function compile(file: string): string {
  const config = join(folder, "tsconfig.json");
  const compilerOptions = {
    paths: { "vigie-api": [join(folder, "api.ts")] },
    types: [join(project, "node_modules/bun-types")],
  };
  writeFileSync(
    config,
    JSON.stringify({ extends: join(project, "tsconfig.json"), compilerOptions, include: [], files: [file] }),
  );
  const compiler = join(project, "node_modules/typescript/bin/tsc");
  return Bun.spawnSync([process.execPath, compiler, "--project", config]).stdout.toString().trim();
}
