import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { jsonDepthMax, jsonValuesMax } from "../../http/limits.ts";
import { messageOf } from "../../lib/errors.ts";
import { isTooLarge } from "../../lib/yaml.ts";
import { CommandError, defineVigieCommand, usageError } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { type Client, describeBody, RequestError } from "../http-client.ts";
import { countOf, renderTable } from "../output.ts";
import { readDocument } from "../read-document.ts";

export const importDashboards = defineVigieCommand({
  meta: { name: "import", description: "Create dashboards from files: YAML or JSON, one or a list in each" },
  usage: "FILE|FOLDER... | -",
  positionalsMax: Number.POSITIVE_INFINITY,
  args: {
    file: {
      type: "positional",
      required: false,
      description: "Files, and folders whose .yaml, .yml and .json files are taken; - is stdin",
    },
    ...connectionArguments,
    public: { type: "boolean", description: "Everybody may see them, whatever the files say" },
  },
  notes: [
    "Each dashboard is created completely or not at all. An existing one with the same title stays: the import is another one.",
    "Exit code: 0 all were created, 1 some were not; the output says which and why.",
  ],
  examples: [
    ["vigie dashboards import web.yaml", "one file"],
    ["vigie dashboards export 7 --url https://a.example | vigie dashboards import -", "from one service to another"],
  ],
  async run({ args }) {
    if (args._.length === 0) throw usageError("Nothing to import: name files or folders, or - for stdin.");
    const files = args._.flatMap(filesOf);
    const client = await connect(args);
    const made: string[][] = [];
    let failures = 0;
    for (const { file, dashboard, problem } of files.flatMap(readDashboards)) {
      const outcome = problem ?? (await create(client, dashboard, args.public === true));
      if (typeof outcome !== "string") made.push([...outcome, file]);
      else {
        process.stderr.write(`${file}: ${outcome}\n`);
        failures += 1;
      }
    }
    if (made.length > 0) process.stdout.write(`${renderTable([...columns], made)}\n`);
    const missed = failures === 0 ? "" : ` ${countOf(failures, "was", "were")} not.`;
    process.stderr.write(`${countOf(made.length, "dashboard")} made.${missed}\n`);
    return failures === 0 ? 0 : 1;
  },
});

const columns = [
  { title: "id", align: "right" },
  { title: "widgets", align: "right" },
  { title: "title" },
  { title: "file" },
] as const;

/** The file, or all files below the folder that may hold dashboards, by name. */
function filesOf(path: string): string[] {
  if (path === "-") return [path];
  try {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path, { recursive: true, encoding: "utf8" });
    const found = names.filter((name) => /\.(ya?ml|json)$/i.test(name)).sort();
    if (found.length === 0) throw new CommandError("there is no .yaml, .yml or .json file in it.");
    return found.map((name) => join(path, name));
  } catch (error) {
    throw usageError(`Cannot read "${path}": ${messageOf(error)}`);
  }
}

interface FoundDashboard {
  /** With its number in the list, where there are several. */
  file: string;
  dashboard?: unknown;
  problem?: string;
}

function readDashboards(path: string): FoundDashboard[] {
  const file = path === "-" ? "stdin" : path;
  let value: unknown;
  try {
    value = readDocument(path);
  } catch (error) {
    return [{ file, problem: `cannot be read: ${messageOf(error)}` }];
  }
  if (isTooLarge(value, { valuesMax: jsonValuesMax, depthMax: jsonDepthMax }))
    return [{ file, problem: "is too large or nested too deep." }];
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0) return [{ file, problem: "holds no dashboard." }];
  return list.map((dashboard, i) => ({ file: list.length === 1 ? file : `${file}, number ${i + 1}`, dashboard }));
}

/** Id, number of widgets and title; or the reason of a failure. Throws when the service is not there. */
async function create(client: Client, dashboard: unknown, isPublic: boolean): Promise<string[] | string> {
  if (typeof dashboard !== "object" || dashboard === null) return "is no dashboard: expected its fields.";
  const json = isPublic ? { ...dashboard, is_public: true } : dashboard;
  try {
    const { id, title, widgets } = await client.send<{ id: number; title: string; widgets: unknown[] }>({
      method: "POST",
      path: "/api/dashboards",
      json,
    });
    return [String(id), String(widgets.length), title];
  } catch (error) {
    if (error instanceof RequestError && error.status === 400) return describeBody(error.body) ?? error.message;
    throw error;
  }
}
