import { join } from "node:path";

/**
 * TypeScript types of an OpenAPI document. The generator builds them with the compiler's own API, which the compiler of
 * this project no longer has: it is given the last one that had it, in the way `build.ts` gives packages what they ask
 * for.
 */
export async function writeTypes(document: object, outdir: string): Promise<string> {
  const modules = join(import.meta.dirname, "../../node_modules");
  const compiler = join(modules, "typescript-5/lib/typescript.js");
  const { outputs } = await Bun.build({
    entrypoints: [join(modules, "openapi-typescript/dist/index.mjs")],
    target: "bun",
    outdir,
    plugins: [
      {
        name: "give the generator its compiler",
        setup: (builder) => {
          builder.onResolve({ filter: /^typescript$/ }, () => ({ path: compiler, external: true }));
        },
      },
    ],
  });
  const { default: generate, astToString } = (await import(outputs[0]!.path)) as typeof import("openapi-typescript");
  return astToString(await generate(document as Parameters<typeof generate>[0]));
}
