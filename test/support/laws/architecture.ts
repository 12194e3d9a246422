import { dirname, join } from "node:path/posix";

/** Path from the project's root → text, of everything under src/ and workers/. */
export type SourceTree = ReadonlyMap<string, string>;

/** Every breach of the laws of ARCHITECTURE.md as one line; empty when the tree keeps them all. */
export function findBreaches(tree: SourceTree): string[] {
  const arrows = [...tree].flatMap(([file, text]) =>
    findImports(text).map((target) => ({ from: file, ...resolve(file, target) })),
  );
  return [
    ...[...tree.keys()].filter((file) => floorOf(file) === undefined).map((file) => `${file} stands on no floor`),
    ...arrows.flatMap((arrow) => breachOf(arrow)),
    ...findCircles(tree, arrows),
    ...findCrowdedFolders(tree.keys()),
    ...[...tree].flatMap(([file, text]) => breachesOfText(file, text)),
    ...[...tree].flatMap(([file, text]) => breachesOfPage(file, text)),
  ];
}

interface Arrow {
  from: string;
  /** A file of the project, or undefined for a package. */
  file?: string;
  /** A package, or undefined for a file of the project. */
  name?: string;
}

/** From the top down. Folders of one row do not import each other. */
const floors: readonly (readonly string[])[] = [
  ["main.ts"],
  ["cli"],
  ["app.ts"],
  ["server.ts", "web"],
  ["live", "reporting", "page-server", "accounts"],
  ["api"],
  ["engine"],
  ["board", "query", "ingest", "export", "performance", "pool", "runs", "troubles"],
  ["parser-rules", "triggers"],
  ["filter", "tasks", "notifications", "host-metrics", "time-text"],
  ["eventstore", "db", "http", "config", "geoip", "document", "outgoing"],
  ["pattern"],
  ["runtime"],
  ["lib"],
];

/** Rooms of a folder, from the top down. Rooms of one row do not import each other; files at its door stand outside. */
const roomFloors: Record<string, readonly (readonly string[])[]> = {
  cli: [
    ["commands"],
    ["report", "rules", "triggers", "dashboards", "tasks", "tail", "describe", "ship"],
    ["import"],
    ["query", "demo"],
  ],
  eventstore: [
    ["upkeep"],
    ["catalog"],
    ["merge"],
    ["read"],
    ["files"],
    ["build"],
    ["occurrences", "patterns"],
    ["columns"],
    ["format"],
    ["event"],
  ],
  export: [["documents"], ["formats"]],
  filter: [
    ["select", "language"],
    ["condition", "patterns"],
    ["words", "rows", "regular"],
  ],
  http: [["openapi"], ["body", "access", "connections"]],
  ingest: [
    ["listeners"],
    ["thread", "receive"],
    ["pipeline"],
    ["protocols"],
    ["framing"],
    ["quota"],
    ["fast"],
    ["body", "commit"],
    ["event"],
    ["line-formats"],
  ],
  "parser-rules": [["try"], ["run"], ["files"], ["compile"], ["patterns"]],
  performance: [["measure"], ["samples"]],
  pool: [["preemption"]],
  query: [
    ["answer"],
    ["parse"],
    ["kinds"],
    ["unique"],
    ["ranking", "statistics"],
    ["service-kinds", "groups"],
    ["page", "counting"],
    ["values", "time"],
    ["execution"],
  ],
  triggers: [["actions", "matching"], ["webhook-bodies"]],
  web: [
    ["app"],
    ["pages"],
    ["widgets"],
    ["event"],
    ["events", "query-line", "histogram", "markers"],
    ["access"],
    ["charts"],
    ["actions"],
    ["exports", "uploads", "lists", "layout", "people"],
    ["states", "toasts", "live"],
    ["time"],
    ["theme"],
    ["api"],
    ["words"],
  ],
};

/** Thread entries stand right above the modules they unwrap messages for. */
const workerFloor = floors.findIndex((row) => row.includes("query")) - 0.5;

const linesMax = 400;

const filesPerFolderMax = 20;

const commentWidthMax = 120;

function floorOf(file: string): number | undefined {
  if (file.startsWith("workers/")) return workerFloor;
  const floor = floors.findIndex((row) => row.includes(roomOf(file)));
  return floor === -1 ? undefined : floor;
}

/** src/query/kinds/top-n.ts → query; src/app.ts → app.ts; workers/query.ts → workers/query.ts. */
function roomOf(file: string): string {
  return file.startsWith("src/") ? file.split("/")[1]! : file;
}

function breachOf({ from, file, name }: Arrow): string[] {
  if (name !== undefined)
    return name === "piscina" && from !== "src/pool/thread-lane.ts"
      ? [`${from} imports piscina; only src/pool/thread-lane.ts may`]
      : [];
  const target = file!;
  if (!target.startsWith("src/")) return isAsset(target) ? [] : [`${from} imports ${target}, which is not source`];
  const [fromFloor, toFloor] = [floorOf(from), floorOf(target)];
  if (fromFloor === undefined || toFloor === undefined) return [];
  if (toFloor < fromFloor) return [`${from} imports ${target}: up`];
  if (toFloor === fromFloor && roomOf(from) !== roomOf(target)) return [`${from} imports ${target}: sideways`];
  const betweenRooms = breachOfRooms(from, target);
  if (betweenRooms !== undefined) return [betweenRooms];
  const resources = [from, target].map((path) => /^src\/api\/([^/]+)\//.exec(path)?.[1]);
  if (resources[0] && resources[1] && resources[0] !== resources[1])
    return [`${from} imports ${target}: sideways between resources`];
  return [];
}

/**
 * The page uses the public API alone: it imports the service's shapes, as types that leave no trace in the browser, and
 * the language of filters, which is the same on both sides.
 */
function breachesOfPage(file: string, text: string): string[] {
  if (!file.startsWith("src/web/")) return [];
  return [...withoutComments(text).matchAll(importStatement)].flatMap(([statement, ...names]) => {
    const target = resolve(file, names.find((name) => name !== undefined)!).file;
    if (target === undefined || !target.startsWith("src/") || target.startsWith("src/web/")) return [];
    const isType = /^\s*import\s+type\b/.test(statement);
    if (isType && /^src\/(?:api|performance|query|tasks)\/(?:[^/]+\/)*[\w-]*(?:schemas?|-view)\.ts$/.test(target))
      return [];
    if (/^src\/filter\/(?:language|words|condition)\//.test(target)) return [];
    return [`${file} imports ${target}: the page knows only the types of shapes and the language of filters`];
  });
}

function breachOfRooms(from: string, target: string): string | undefined {
  const [folder, fromRow, toRow] = [folderOf(from), rowOf(from), rowOf(target)];
  if (folder !== folderOf(target) || fromRow === undefined || toRow === undefined) return undefined;
  if (fromRow === -1) return `${from} stands in a room without a floor`;
  if (toRow < fromRow) return `${from} imports ${target}: up between rooms`;
  const isSideways = toRow === fromRow && subRoomOf(from) !== subRoomOf(target);
  return isSideways ? `${from} imports ${target}: sideways between rooms` : undefined;
}

/** Undefined for folders without rooms, and for files at the door; -1 for a room that is on no floor. */
function rowOf(file: string): number | undefined {
  const rows = roomFloors[folderOf(file)];
  const room = subRoomOf(file);
  return rows === undefined || room === undefined ? undefined : rows.findIndex((row) => row.includes(room));
}

/** src/query/kinds/top-n.ts → query and kinds. */
function folderOf(file: string): string {
  return file.split("/")[1] ?? "";
}

function subRoomOf(file: string): string | undefined {
  const parts = file.split("/");
  return parts.length > 3 ? parts[2] : undefined;
}

/** Files shipped along with the source: data/, package.json, the generated parts of a build. */
function isAsset(file: string): boolean {
  return file.startsWith("data/") || file === "package.json";
}

function breachesOfText(file: string, text: string): string[] {
  const breaches: string[] = [];
  const lines = text.split("\n").length - 1;
  if (lines > linesMax) breaches.push(`${file} has ${lines} lines, more than ${linesMax}`);
  const readsEnvironment = /\b(?:process|Bun|import\.meta)\.env\b/.test(withoutComments(text));
  const mayRead = /^src\/(?:(?:config|cli)\/|runtime\/restart-with-heap-limit\.ts$|page-server\/build-page\.ts$)/;
  if (readsEnvironment && !mayRead.test(file)) breaches.push(`${file} reads the environment; only src/config/ may`);
  const wide = text
    .split("\n")
    .findIndex((line) => /^\s*(?:\/\/|\/\*\*? |\*(?: |$))/.test(line) && line.length > commentWidthMax);
  if (wide !== -1) breaches.push(`${file}:${wide + 1} has a comment wider than ${commentWidthMax}`);
  if (/^\s+(?:private|protected) |\((?:private|protected) /m.test(text) && /\bthis\.#\w/.test(text))
    breaches.push(`${file} has both private and #members; one way a file`);
  const limit = /^(?:export )?const ((?:max|min)[A-Z]\w*|[A-Z]+(?:_[A-Z]+)+) = [\d_]/m.exec(text)?.[1];
  if (limit !== undefined) breaches.push(`${file} names the limit ${limit}; say what it bounds, then Max or Min`);
  // A name may have another kind than it should: columns/required-encoding.ts asks.
  const castsStored = /^(?!\s*(?:import|export|\*|\/\/)).*\bas (?:readonly )?\w*(?:Column|Entry)\b/m;
  if (/^src\/(?:eventstore|filter|query|export)\//.test(file) && castsStored.test(text))
    breaches.push(`${file} casts a stored column; ask what it is`);
  if (/^src\/api\/[^/]+$/.test(file))
    breaches.push(`${file}: src/api/ holds one folder per URL segment, shippers/ and no files`);
  return breaches;
}

/**
 * Names of source files in comments, and between backticks in papers, that end no path of the project: a stale name
 * sends its reader searching. A name may begin with some of its folders.
 */
export function findStaleNames(tree: SourceTree, paths: Iterable<string>): string[] {
  const endings = new Set([...paths].flatMap(endingsOf));
  return [...tree].flatMap(([file, text]) =>
    text.split("\n").flatMap((line, at) =>
      namesIn(line, file.endsWith(".md"))
        .filter((name) => !endings.has(name))
        .map((name) => `${file}:${at + 1} names ${name}, which is not there`),
    ),
  );
}

/** src/query/limits.ts → itself, query/limits.ts, limits.ts. */
function endingsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, at) => parts.slice(at).join("/"));
}

function namesIn(line: string, isPaper: boolean): string[] {
  const text = isPaper ? line : (/^\s*(?:\/\/|\/?\*)(.*)/.exec(line)?.[1] ?? "");
  const names = isPaper ? /`(?:\.\.?\/)*([\w./-]+\.tsx?)`/g : /(?<![\w/.])(?:\.\.?\/)*([\w./-]+\.tsx?)\b/g;
  return [...text.matchAll(names)].map(([, name]) => name!);
}

/** Folders of any files, also of those that keep no other law. */
export function findCrowdedFolders(files: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > filesPerFolderMax)
    .map(([folder, count]) => `${folder} holds ${count} files, more than ${filesPerFolderMax}`);
}

/** Static, type-only, side-effect, re-exporting and dynamic imports, in the order of the text. */
export function findImports(text: string): string[] {
  return [...withoutComments(text).matchAll(importStatement)].map((match) => (match[1] ?? match[2] ?? match[3])!);
}

const importStatement =
  /^\s*(?:import|export)\b[^"'`;]*?\bfrom\s*["']([^"']+)["']|^\s*import\s*["']([^"']+)["']|\b(?:import|require)\s*\(\s*["']([^"']+)["']/gm;

/** Comments that stand alone on their lines; the other ones cannot look like an import. */
function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(?:\/\/.*|\/\*[\s\S]*?\*\/)/gm, "");
}

function resolve(from: string, target: string): { file?: string; name?: string } {
  if (target.startsWith(".")) return { file: join(dirname(from), target) };
  return { name: target.startsWith("@") ? target.split("/").slice(0, 2).join("/") : target.split("/")[0]! };
}

/** Each circle once, as the files along it. */
function findCircles(tree: SourceTree, arrows: readonly Arrow[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, file } of arrows)
    if (file !== undefined && tree.has(file)) targets.set(from, [...(targets.get(from) ?? []), file]);
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, path: string[]): void => {
    const at = path.indexOf(file);
    if (at !== -1) circles.push(`circle: ${[...path.slice(at), file].join(" → ")}`);
    if (at !== -1 || done.has(file)) return;
    for (const target of targets.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of tree.keys()) walk(file, []);
  return circles;
}
