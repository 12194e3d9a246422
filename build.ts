/**
 * `bun run build [--target NAME] [--outfile PATH]`: builds one executable that needs no other files. A piece that is
 * missing or has changed its shape ends the build with its name: an executable without it would work on this machine,
 * where node_modules can be reached, and nowhere else.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { BunPlugin } from "bun";
import { buildPage } from "./src/page-server/build-page.ts";
import { workerNames } from "./src/runtime/worker-entry.ts";

interface Target {
  bun: Bun.Build.CompileTarget;
  /** Entry of better-sqlite3 that contains the native part for it. */
  sqlite: string;
  /** The folder under which the executable shows its files. */
  root: string;
}

const posixRoot = "/$bunfs/root";
const targets: Record<string, Target> = {
  "linux-x64": { bun: "bun-linux-x64", sqlite: "linux-x64", root: posixRoot },
  /** For processors without AVX2. */
  "linux-x64-baseline": { bun: "bun-linux-x64-baseline", sqlite: "linux-x64", root: posixRoot },
  "linux-arm64": { bun: "bun-linux-arm64", sqlite: "linux-arm64", root: posixRoot },
  "darwin-arm64": { bun: "bun-darwin-arm64", sqlite: "darwin-arm64", root: posixRoot },
  "windows-x64": { bun: "bun-windows-x64", sqlite: "win32-x64", root: "B:/~BUN/root" },
};

/** Pieces that the build must meet on its way, by name. */
const sqlitePiece = "better-sqlite3's native part";
const piscinaPiece = "Piscina's worker file";
const pagePiece = "the page";

/**
 * Time for each step of the trial: parts of a second on an idle machine; a busy one may have to read the executable
 * from its disk first.
 */
const patienceMs = 60_000;

const project = import.meta.dirname;
const hostName = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

if (import.meta.main) {
  try {
    await build(process.argv.slice(2));
  } catch (error) {
    console.error(
      `The build failed: ${error instanceof AggregateError ? error.errors.join("\n") : (error as Error).message}`,
    );
    process.exit(1);
  }
}

async function build(commandLine: string[]): Promise<void> {
  const { values } = parseArgs({
    args: commandLine,
    options: { target: { type: "string", default: hostName }, outfile: { type: "string" } },
  });
  const target = targets[values.target];
  if (target === undefined)
    throw new Error(`there is no target "${values.target}"; known are ${Object.keys(targets).join(", ")}`);
  const outfile = resolve(values.outfile ?? defaultOutfile(values.target));
  const file = values.target.startsWith("windows") && !outfile.endsWith(".exe") ? `${outfile}.exe` : outfile;
  mkdirSync(dirname(file), { recursive: true });
  try {
    await compile(target, file);
    const answer = runsHere(values.target) ? `, answers: ${await checkAnswer(file)}` : "";
    console.log(`${file}: ${Math.round(statSync(file).size / 1e6)} MB for ${values.target}${answer}`);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

function defaultOutfile(target: string): string {
  return join(project, "dist", target === hostName ? "vigie" : `vigie-${target}`);
}

async function compile(target: Target, outfile: string): Promise<void> {
  const rewrites = new Set<string>();
  const pageFolder = mkdtempSync(join(tmpdir(), "vigie-page-"));
  try {
    await compileWithPage(target, outfile, await carryPage(pageFolder, rewrites), rewrites);
  } finally {
    rmSync(pageFolder, { recursive: true, force: true });
  }
  for (const piece of [sqlitePiece, piscinaPiece, pagePiece])
    if (!rewrites.has(piece))
      throw new Error(`${piece} was not met: nothing imports it any more, or under another path`);
}

async function compileWithPage(target: Target, outfile: string, page: BunPlugin, rewrites: Set<string>) {
  const result = await Bun.build({
    entrypoints: entryPoints(),
    root: project,
    compile: { target: target.bun, outfile, autoloadDotenv: false, autoloadBunfig: false },
    target: "bun",
    format: "esm",
    minify: true,
    bytecode: true,
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [embedSqlite(target, rewrites), embedPiscinaWorker(target, rewrites), page],
  });
  if (!result.success) throw new AggregateError(result.logs);
}

/**
 * Puts the built page, its files compressed as far as possible, in place of `src/page-server/carried-page.ts`. Fonts
 * are compressed already and carried as they are.
 */
async function carryPage(folder: string, rewrites: Set<string>): Promise<BunPlugin> {
  const { manifest, files } = await buildPage({ minify: true });
  const imports: string[] = [];
  const carry = (name: string, bytes: Uint8Array): string => {
    writeFileSync(join(folder, name), bytes);
    imports.push(`import f${imports.length} from ${JSON.stringify(join(folder, name))} with { type: "file" };`);
    return `() => Bun.file(f${imports.length - 1}).bytes()`;
  };
  const kept = [...files].map(([name, bytes]) => {
    const forms = name.endsWith(".woff2")
      ? [`plain: ${carry(name, bytes)}`]
      : [
          `brotli: ${carry(`${name}.br`, brotliCompressSync(bytes))}`,
          `gzip: ${carry(`${name}.gz`, gzipSync(bytes, { level: 9 }))}`,
        ];
    return `[${JSON.stringify(name)}, { ${forms.join(", ")} }]`;
  });
  const contents = `${imports.join("\n")}
const files = new Map([${kept.join(",\n")}]);
export const carriedPage = { manifest: ${JSON.stringify(manifest)}, find: (name) => files.get(name) };`;
  return {
    name: "carry the page",
    setup: (builder) => {
      builder.onLoad({ filter: /[\\/]src[\\/]page-server[\\/]carried-page\.ts$/ }, () => {
        rewrites.add(pagePiece);
        return { contents, loader: "js" };
      });
    },
  };
}

/** Each keeps its path from the project's root inside the executable. */
function entryPoints(): string[] {
  const files = [
    "src/main.ts",
    "src/cli/vigie.ts",
    "node_modules/piscina/dist/worker.js",
    ...workerNames.map((name) => `workers/${name}.ts`),
  ];
  for (const file of files) if (!existsSync(join(project, file))) throw new Error(`the entry ${file} is missing`);
  return files.map((file) => join(project, file));
}

/** From source better-sqlite3 looks for its native part at run time; the executable imports the one of its platform. */
function embedSqlite({ sqlite }: Target, rewrites: Set<string>): BunPlugin {
  const folder = join(project, "node_modules/better-sqlite3");
  const entry = join(folder, "lib", `${sqlite}.js`);
  const native = join(folder, "prebuilds", `${sqlite}.node`);
  for (const file of [entry, native]) if (!existsSync(file)) throw new Error(`${sqlitePiece} is missing: ${file}`);
  return {
    name: "embed better-sqlite3",
    setup: (builder) => {
      builder.onResolve({ filter: /^better-sqlite3$/ }, () => {
        rewrites.add(sqlitePiece);
        return { path: entry };
      });
    },
  };
}

/** Piscina starts its threads from a file next to its own; in the executable that is an entry point. */
function embedPiscinaWorker({ root }: Target, rewrites: Set<string>): BunPlugin {
  const pattern = "(0, node_path_1.resolve)(__dirname, 'worker.js')";
  return {
    name: "embed Piscina's worker",
    setup: (builder) => {
      builder.onLoad({ filter: /[\\/]piscina[\\/]dist[\\/]index\.js$/ }, async ({ path }) => {
        const text = await Bun.file(path).text();
        if (text.split(pattern).length !== 2)
          throw new Error(`${piscinaPiece}: "${pattern}" does not stand once in ${path}`);
        rewrites.add(piscinaPiece);
        return { contents: text.replace(pattern, `"${root}/node_modules/piscina/dist/worker.js"`), loader: "js" };
      });
    },
  };
}

function runsHere(target: string): boolean {
  return target === hostName || target === `${hostName}-baseline`;
}

/** Starts the executable away from the source: its version, and a ranking, which a thread of the pool answers. */
async function checkAnswer(file: string): Promise<string> {
  const { exitCode, stdout, stderr } = Bun.spawnSync([file, "version"], { cwd: "/", timeout: patienceMs });
  const answer = stdout.toString().trim();
  if (exitCode !== 0 || answer === "")
    throw new Error(`"${file} version" ended with ${exitCode}: ${stderr.toString().trim()}`);
  await checkThreads(file);
  return answer;
}

async function checkThreads(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "vigie-build-"));
  const readyFile = join(folder, "ready.json");
  const password = crypto.randomUUID();
  const service = Bun.spawn([file, "serve", "--ephemeral", "--port", "0", "--ready-file", readyFile], {
    cwd: "/",
    env: { ...process.env, VIGIE_ADMIN_PASSWORD: password, VIGIE_LOG_LEVEL: "error" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    const url = await waitForUrl(readyFile, service);
    const login = await send(`${url}/api/auth/`, {}, { username: "admin", password });
    const cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const { status, error } = await ask(url, cookie);
    if (status !== "SUCCESS") throw new Error(`a ranking was answered ${status}: ${error}`);
  } finally {
    service.kill("SIGTERM");
    await service.exited;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A ranking; on a busy machine its answer takes longer than the request for it waits. */
async function ask(url: string, cookie: string): Promise<{ status: string; error: string | null }> {
  const asked = await send(`${url}/api/query`, { cookie }, { type: "TopN", params: {} });
  let query = (await asked.json()) as { qid: string; status: string; error: string | null };
  for (const endMs = performance.now() + patienceMs; performance.now() < endMs; await Bun.sleep(20)) {
    if (query.status !== "PENDING" && query.status !== "IN_PROGRESS") return query;
    query = (await (await fetch(`${url}/api/query/${query.qid}`, { headers: { cookie } })).json()) as typeof query;
  }
  return query;
}

async function waitForUrl(readyFile: string, service: { exitCode: number | null }): Promise<string> {
  for (const endMs = performance.now() + patienceMs; performance.now() < endMs; await Bun.sleep(20)) {
    if (service.exitCode !== null) throw new Error(`"serve" ended with ${service.exitCode} before it was ready`);
    if (existsSync(readyFile)) return (JSON.parse(readFileSync(readyFile, "utf8")) as { url: string }).url;
  }
  throw new Error(`"serve" was not ready within ${patienceMs / 1000} s`);
}

async function send(url: string, headers: Record<string, string>, body: unknown): Promise<Response> {
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal,
  });
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
