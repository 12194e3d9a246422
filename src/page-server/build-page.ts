import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PageManifest } from "./page-files.ts";

/**
 * Builds the page of `src/web/` into files named by their content. `minify` is for what ships; without it stack
 * traces
 * and React's warnings are readable. Called by build.ts, and from source in a process of its own, whose memory goes
 * with it. Throws with what the bundler said.
 */
export async function buildPage({ minify }: { minify: boolean }): Promise<BuiltPage> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const result = await Bun.build({
    entrypoints: [mainEntry, themeEntry].map((name) => join(webFolder, name)),
    root: webFolder,
    target: "browser",
    format: "esm",
    splitting: true,
    minify,
    publicPath: "/assets/",
    naming: { entry: "[name]-[hash].[ext]", chunk: "chunk-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    define: { "process.env.NODE_ENV": minify ? '"production"' : '"development"' },
    jsx: { runtime: "automatic", development: !minify },
    metafile: true,
    throw: false,
  });
  if (!result.success) throw new AggregateError(result.logs, "the page cannot be built");
  for (const output of result.outputs) files.set(nameOf(output.path), new Uint8Array(await output.arrayBuffer()));
  const { style, preloaded } = addFonts(files);
  const icon = addFile(files, "icon.svg", readFileSync(join(webFolder, "icon.svg")));
  const script = entryOf(files, mainEntry);
  const sheets = [...files.keys()].filter((name) => name.endsWith(".css") && name !== style);
  const isFirst = (name: string) => name.startsWith("main-");
  const manifest = {
    themeScript: entryOf(files, themeEntry),
    script,
    chunks: chunksOf(script, result.metafile!),
    styles: [style, ...sheets.filter(isFirst)],
    lateStyles: sheets.filter((name) => !isFirst(name)),
    fonts: preloaded,
    icon,
    files: [...files.keys()],
  };
  return { manifest, files };
}

export interface BuiltPage {
  manifest: PageManifest;
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

const webFolder = join(import.meta.dirname, "../web");
const mainEntry = "main.tsx";
const themeEntry = "theme-choice.ts";

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function entryOf(files: ReadonlyMap<string, unknown>, entry: string): string {
  const stem = entry.slice(0, entry.indexOf("."));
  const found = [...files.keys()].find((name) => name.startsWith(`${stem}-`) && name.endsWith(".js"));
  if (found === undefined) throw new Error(`the page's build has no "${stem}-….js"`);
  return found;
}

/** Chunks that the script imports at once, transitively; not those loaded on demand. */
function chunksOf(script: string, metafile: Bun.BuildMetafile): string[] {
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [nameOf(path), output]));
  const chunks = new Set<string>();
  const visit = (name: string) => {
    for (const { path, kind } of outputs.get(name)?.imports ?? []) {
      const chunk = nameOf(path);
      if (kind !== "import-statement" || chunks.has(chunk) || !outputs.has(chunk)) continue;
      chunks.add(chunk);
      visit(chunk);
    }
  };
  visit(script);
  return [...chunks];
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
