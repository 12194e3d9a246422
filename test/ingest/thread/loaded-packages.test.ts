import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");

interface Module {
  imports: { path: string; kind: string }[];
}

/** Packages that an entry loads before it does anything; `require` loads later. */
async function packagesOf(entry: string): Promise<string[]> {
  const { metafile } = (await Bun.build({
    entrypoints: [join(root, entry)],
    ...{ root, target: "bun", external: ["better-sqlite3"], metafile: true },
  })) as unknown as { metafile: { inputs: Record<string, Module> } };
  const files = [entry];
  const seen = new Set(files);
  for (let file = files.pop(); file !== undefined; file = files.pop())
    for (const { path, kind } of metafile.inputs[file]?.imports ?? [])
      if (kind === "import-statement" && !seen.has(path)) {
        seen.add(path);
        files.push(path);
      }
  return [...new Set([...seen].flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []))].sort();
}

test("when the thread that takes events in starts, then it loads no schemas and no parser of rule files", async () => {
  const packages = await packagesOf("workers/intake.ts");
  expect(packages).toContain("re2js");
  for (const slow of ["zod", "yaml", "drizzle-orm"]) expect(packages).not.toContain(slow);
  // Whoever needs one of them is seen.
  expect(await packagesOf("workers/query.ts")).toContain("zod");
});
