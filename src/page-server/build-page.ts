import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Rolldown } from "vite";
import type { PageManifest } from "./page-files.ts";

/**
 * Builds the page of `src/web/` into files named by their content. `minify` is for releases; without it stack traces
 * and React's warnings are readable. Called by build.ts, and from source in a process of its own, whose memory is freed
 * with it. Throws with the bundler's output.
 */
export async function buildPage({ minify }: { minify: boolean }): Promise<BuiltPage> {
  const built = await bundle(minify);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const file of built) files.set(file.fileName, Buffer.from(file.type === "chunk" ? file.code : file.source));
  const { style, preloaded } = addFonts(files);
  const icon = addFile(files, "icon.svg", readFileSync(join(webFolder, "icon.svg")));
  const script = entryOf(files, mainEntry);
  const imports = new Map(built.map((file) => [file.fileName, file.type === "chunk" ? file.imports : []]));
  const [, ...chunks] = reachableFrom(script, (name) => imports.get(name) ?? []);
  const manifest = {
    themeScript: entryOf(files, themeEntry),
    script,
    chunks,
    styles: [style, ...[...files.keys()].filter((name) => name.endsWith(".css") && name !== style)],
    fonts: preloaded,
    icon,
    files: [...files.keys()],
  };
  return { manifest, files };
}

/**
 * Few files: a browser asks for each, and a page made of a hundred small ones takes a second to come together. One
 * style sheet, one script for the first view, one for the code that several pages share, one for the editors, and one a
 * page or dialog.
 */
async function bundle(minify: boolean): Promise<BundledFiles> {
  const groups = [
    { name: groupOfFirst(), debugName: "first", priority: 2 },
    { name: "editors", test: editorParts, priority: 1 },
    { name: "shared", minShareCount: 2 },
  ];
  const built = await build({
    configFile: false,
    root: webFolder,
    base: "/assets/",
    publicDir: false,
    logLevel: "silent",
    define: { "process.env.NODE_ENV": minify ? '"production"' : '"development"' },
    oxc: { jsx: { runtime: "automatic", development: !minify } },
    build: {
      write: false,
      minify,
      target: "esnext",
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        input: [mainEntry, themeEntry].map((name) => join(webFolder, name)),
        output: {
          entryFileNames: "[name]-[hash].js",
          chunkFileNames: "[name]-[hash].js",
          assetFileNames: "[name]-[hash].[ext]",
          codeSplitting: { groups },
        },
      },
    },
  });
  return (built as Rolldown.RolldownOutput).output;
}

type BundledFiles = Rolldown.RolldownOutput["output"];

/** The library of both editors, and their shared code on top of it: elsewhere it brings the library to every page. */
const editorParts = /[\\/]node_modules[\\/](?:@codemirror|@lezer)[\\/]|[\\/]query-line[\\/]type-over\.ts$/;

/** Names the group of modules that the main script imports at once, transitively. */
function groupOfFirst(): (id: string, graph: Rolldown.ChunkingContext) => string | null {
  let first: Set<string> | undefined;
  return (id, graph) => {
    first ??= reachableFrom(join(webFolder, mainEntry), (module) => graph.getModuleInfo(module)?.importedIds ?? []);
    return first.has(id) ? "first" : null;
  };
}

/** The start, and everything that its imports lead to. */
function reachableFrom(start: string, importsOf: (name: string) => readonly string[]): Set<string> {
  const reached = new Set([start]);
  for (const name of reached) for (const imported of importsOf(name)) reached.add(imported);
  return reached;
}

export interface BuiltPage {
  manifest: PageManifest;
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

const webFolder = join(import.meta.dirname, "../web");
const mainEntry = "main.tsx";
const themeEntry = "theme-choice.ts";

function entryOf(files: ReadonlyMap<string, unknown>, entry: string): string {
  const stem = entry.slice(0, entry.indexOf("."));
  const found = [...files.keys()].find((name) => name.startsWith(`${stem}-`) && name.endsWith(".js"));
  if (found === undefined) throw new Error(`the page's build has no "${stem}-….js"`);
  return found;
}

/** The faces of both families, each cut by script, so that a browser loads what its texts need. */
function addFonts(files: Map<string, Uint8Array<ArrayBuffer>>): { style: string; preloaded: string[] } {
  const preloaded: string[] = [];
  const rules = fontPackages.map((name) => {
    const folder = join(import.meta.dirname, "../../node_modules", name);
    const css = readFileSync(join(folder, "wght.css"), "utf8");
    return css.replaceAll(/url\(\.\/files\/([\w-]+\.woff2)\)/g, (_, file: string) => {
      const kept = addFile(files, file, readFileSync(join(folder, "files", file)));
      if (/-latin-wght/.test(file)) preloaded.push(kept);
      return `url(/assets/${kept})`;
    });
  });
  return { style: addFile(files, "fonts.css", Buffer.from(rules.join("\n"))), preloaded };
}

const fontPackages = ["@fontsource-variable/inter", "@fontsource-variable/jetbrains-mono"];

/** Puts the hash of the bytes into the name; gives the name. */
function addFile(files: Map<string, Uint8Array<ArrayBuffer>>, name: string, bytes: Uint8Array): string {
  const dot = name.lastIndexOf(".");
  const hash = Bun.hash(bytes).toString(36).padStart(8, "0").slice(0, 8);
  const kept = `${name.slice(0, dot)}-${hash}${name.slice(dot)}`;
  files.set(kept, new Uint8Array(bytes));
  return kept;
}

/** `bun src/page-server/build-page.ts FOLDER`: the files, and last the manifest, so that a folder with one is whole. */
if (import.meta.main) {
  const folder = process.argv[2]!;
  const { manifest, files } = await buildPage({ minify: false });
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
}
