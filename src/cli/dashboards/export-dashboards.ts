import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stringify } from "yaml";
import { messageOf } from "../../lib/errors.ts";
import { listAll } from "../accounts.ts";
import { CommandError, defineVigieCommand, usageError } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import type { Client } from "../http-client.ts";
import { readId } from "../id-argument.ts";
import { countOf } from "../output.ts";
import { fileNameLettersMax } from "./limits.ts";
import { allArgument } from "./list-dashboards.ts";

type Format = "yaml" | "json";

/** The form in which the service exports it for another one: no ids, owners, times. */
interface ExportedDashboard {
  title: string;
  widgets: unknown[];
}

export const exportDashboards = defineVigieCommand({
  meta: { name: "export", description: "Write dashboards with their widgets as YAML or JSON" },
  usage: "[ID]...",
  positionalsMax: Number.POSITIVE_INFINITY,
  args: {
    id: { type: "positional", required: false, description: "Their numbers (all of your own)" },
    ...connectionArguments,
    ...allArgument,
    output: {
      type: "string",
      alias: "o",
      valueHint: "PATH",
      description: "A file; a folder (existing, or ending in /) for one file each; - for stdout (stdout)",
    },
    format: {
      type: "string",
      valueHint: "FORMAT",
      choices: ["yaml", "json"],
      description: "yaml or json (what a file ends with, else yaml)",
    },
  },
  notes: [
    "One dashboard is written by itself, several as a list; import accepts both. A file in a folder is named after the title.",
  ],
  examples: [
    ["vigie dashboards export 7 > web.yaml", "one"],
    ["vigie dashboards export --all -o backup/", "everybody's, a file each"],
  ],
  async run({ args }) {
    const ids = args._.map((text) => readId(text, "a dashboard"));
    if (ids.length > 0 && args.all) throw usageError("--all goes without numbers.");
    const output = args.output ?? "-";
    const format = readFormat(args.format, output);
    const client = await connect(args);
    const dashboards = await read(client, ids, args.all === true);
    const write = (value: unknown) => (format === "json" ? `${JSON.stringify(value, null, 2)}\n` : stringify(value));
    if (isFolder(output)) {
      writeEach(resolve(output), dashboards, format, write);
    } else {
      const text = write(dashboards.length === 1 ? dashboards[0] : dashboards);
      if (output === "-") process.stdout.write(text);
      else writeWhole(resolve(output), text);
    }
    if (output !== "-") process.stderr.write(`${output}: ${countOf(dashboards.length, "dashboard")}\n`);
    return 0;
  },
});

function readFormat(named: string | undefined, output: string): Format {
  if (named === "yaml" || named === "json") return named;
  if (named !== undefined) throw usageError(`--format: expected yaml or json, got "${named}".`);
  if (output === "-" || isFolder(output)) return "yaml";
  const ending = /\.([^./\\]+)$/.exec(output)?.[1]?.toLowerCase();
  if (ending === "yaml" || ending === "yml") return "yaml";
  if (ending === "json") return "json";
  throw usageError(`--output: expected a file that ends with .yaml, .yml or .json, or --format, got "${output}".`);
}

function isFolder(output: string): boolean {
  return output !== "-" && (/[/\\]$/.test(output) || (existsSync(output) && statSync(output).isDirectory()));
}

async function read(client: Client, ids: readonly number[], all: boolean): Promise<ExportedDashboard[]> {
  if (ids.length === 0) return listAll(client, `/api/dashboards?export=true&show_all=${all}`);
  const found: ExportedDashboard[] = [];
  for (const id of ids) found.push(await client.send({ path: `/api/dashboards/${id}?export=true`, retry: true }));
  return found;
}

function writeEach(
  folder: string,
  dashboards: readonly ExportedDashboard[],
  format: Format,
  write: (value: unknown) => string,
): void {
  const taken = new Set<string>();
  for (const dashboard of dashboards) {
    const name = freeName(fileNameOf(dashboard.title), taken);
    writeWhole(join(folder, `${name}.${format}`), write(dashboard));
  }
}

/** "Web servers: errors" → "web-servers-errors". */
function fileNameOf(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = [...words.join("-")].slice(0, fileNameLettersMax).join("").replace(/-$/, "");
  return name === "" ? "dashboard" : name;
}

/** Two titles may give one name; files of earlier exports are replaced. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}-${number}`;
  taken.add(free);
  return free;
}

/** Under another name first: a full disk leaves the old file. */
function writeWhole(path: string, text: string): void {
  const beside = `${path}.${process.pid}.part`;
  try {
    mkdirSync(resolve(path, ".."), { recursive: true });
    writeFileSync(beside, text);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new CommandError(`"${path}" could not be written: ${messageOf(error)}`, 1, { cause: error });
  }
}
