import { defineConfig } from "vitest/config";

/** Vitest runs the pure folders alone. What Bun carries inside as a file is for it a file like any other, and never read. */
export default defineConfig({ assetsInclude: ["**/*.mmdb", "**/*.yaml"] });
