import { spawnSync } from "node:child_process";
import { defineConfig } from "vitest/config";
import { patienceMs } from "./test/support/patience.ts";

// The shim of the package runs in Node, and vigie is made for Bun.
if (process.versions.bun === undefined) {
  const { status } = spawnSync("bun", ["--bun", ...process.argv.slice(1)], { stdio: "inherit" });
  process.exit(status ?? 1);
}

/**
 * Vitest runs the folders whose files need no process and no thread of their own, but for those whose tests draw data
 * for most of a minute: whoever runs them, they say the same. What Bun carries inside as a file is for it a file like
 * any other, and never read.
 */
export default defineConfig({
  assetsInclude: ["**/*.mmdb", "**/*.yaml"],
  test: {
    include: ["test/{filter,http}/**/*.test.ts", "test/ingest/{event,line-formats}/**/*.test.ts"],
    exclude: ["test/filter/select/**", "test/ingest/line-formats/learn/**"],
    setupFiles: ["./test/fixed-seed.ts"],
    pool: "threads",
    // These files share nothing that they change, so that what they import is read once for each thread.
    isolate: false,
    maxWorkers: 2,
    testTimeout: patienceMs,
    hookTimeout: patienceMs,
  },
});
