/**
 * `bun scripts/write-notices.ts`: writes `data/third-party-notices.txt`, the licences of everything that the executable
 * carries; with `--check` it only reports whether that file is up to date.
 */
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, parse } from "node:path";

const projectFolder = join(import.meta.dirname, "..");
const noticesFile = join(projectFolder, "data", "third-party-notices.txt");

interface Manifest {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
  homepage?: string;
  dependencies?: Record<string, string>;
}

const texts = writeNotices();
if (!process.argv.includes("--check")) await Bun.write(noticesFile, texts);
else if (!existsSync(noticesFile) || readFileSync(noticesFile, "utf8") !== texts) {
  console.error("data/third-party-notices.txt is not up to date: run bun scripts/write-notices.ts");
  process.exit(1);
}

function writeNotices(): string {
  const packages = collectPackages();
  const head = `vigie stands under the MIT licence. Its executable carries the ${packages.length} packages below and Bun (MIT and others: bun.com/docs/project/licensing), each under its own licence.\n`;
  return [head, ...packages.map(describePackage)].join(`\n${"─".repeat(78)}\n`);
}

/** Dependencies, direct and indirect, once each, by name. */
function collectPackages(): { manifest: Manifest; folder: string }[] {
  const found = new Map<string, { manifest: Manifest; folder: string }>();
  const visit = (from: string) => {
    for (const name of Object.keys(readManifest(from).dependencies ?? {})) {
      const folder = findPackage(name, from);
      if (folder === undefined || found.has(folder)) continue;
      found.set(folder, { manifest: readManifest(folder), folder });
      visit(folder);
    }
  };
  visit(projectFolder);
  const keyOf = ({ manifest }: { manifest: Manifest }) => `${manifest.name} ${manifest.version}`;
  return [...found.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The folder in which Node would find it; packages made for another platform are missing. */
function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return realpathSync(candidate);
    if (folder === parse(folder).root) return undefined;
  }
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

function describePackage({ manifest, folder }: { manifest: Manifest; folder: string }): string {
  const files = readdirSync(folder).filter((name) => /^(?:licen[cs]e|notice|copying|ofl)/i.test(name));
  const texts = files.sort().map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim());
  const author = typeof manifest.author === "object" ? manifest.author.name : manifest.author;
  const head = [`${manifest.name} ${manifest.version} (${manifest.license ?? "see below"})`, author, manifest.homepage];
  return `${[head.filter(Boolean).join("\n"), ...texts].join("\n\n")}\n`;
}
