import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { PageFiles, PageManifest } from "./page-files.ts";

/**
 * The page from its present sources, for a service that runs from source. Rebuilt when one of them has changed, in a
 * process of its own; every later service finds a build of the same bytes.
 */
export function createSourcePage(): () => Promise<PageFiles> {
  let last: { state: string; files: Promise<PageFiles> } | undefined;
  return () => {
    const state = stateOfSources();
    if (last?.state !== state) last = { state, files: openBuild() };
    // A failed build is tried again: the cause may lie outside of the sources.
    last.files.catch(() => {
      if (last?.state === state) last = undefined;
    });
    return last.files;
  };
}

const project = join(import.meta.dirname, "../..");
const sources = ["src/web", "src/filter", "src/page-server", "bun.lock"].map((name) => join(project, name));
const cache = join(project, "node_modules/.cache/vigie-page");

/** Changes with the time of any source: cheap enough to be computed at each load of the page. */
function stateOfSources(): string {
  return filesOfSources()
    .map((file) => `${file} ${statSync(file).mtimeMs}`)
    .join("\n");
}

function filesOfSources(): string[] {
  return sources.flatMap((path) =>
    statSync(path).isFile()
      ? [path]
      : readdirSync(path, { recursive: true, encoding: "utf8" })
          .map((name) => join(path, name))
          .filter((file) => statSync(file).isFile())
          .sort(),
  );
}

async function openBuild(): Promise<PageFiles> {
  const folder = join(cache, fingerprint());
  if (!existsSync(join(folder, "manifest.json"))) await build(folder);
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as PageManifest;
  const names = new Set(manifest.files);
  return {
    manifest,
    find: (name) => (names.has(name) ? { plain: () => Bun.file(join(folder, name)).bytes() } : undefined),
  };
}

/** Under another name, then renamed: two services may build at the same time. */
async function build(folder: string): Promise<void> {
  const part = `${folder}.part-${process.pid}`;
  const child = Bun.spawn([process.execPath, join(import.meta.dirname, "build-page.ts"), part], {
    cwd: project,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [exitCode, stderr] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  if (exitCode !== 0) throw new Error(`the page could not be built: ${stderr.trim()}`);
  removeOlder();
  if (existsSync(folder)) rmSync(part, { recursive: true, force: true });
  else renameSync(part, folder);
}

function removeOlder(): void {
  const builds = readdirSync(cache)
    .map((name) => join(cache, name))
    .filter((path) => !path.includes(".part-"))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const path of builds.slice(buildsKept)) rmSync(path, { recursive: true, force: true });
}

/** Builds to keep for people who switch between branches. */
const buildsKept = 5;

function fingerprint(): string {
  const hash = createHash("sha256").update(Bun.version);
  for (const file of filesOfSources()) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}
