import { join } from "node:path";
import { loadRules } from "../../parser-rules/files/rule-files.ts";
import { readSwitches } from "../../parser-rules/files/rule-switches.ts";
import { shippedRules } from "../../parser-rules/files/shipped-rules.ts";
import { listAll } from "../accounts.ts";
import { defineVigieCommand, usageError } from "../command.ts";
import { connect, connectionArguments, loginArguments } from "../connection.ts";
import { formatCount, renderTable } from "../output.ts";

/** The columns shown of a rule file; a folder without a service does not know the rules' activity. */
interface ListedRule {
  name: string;
  origin: string;
  enabled: boolean;
  error: { line: number; path: string; reason: string } | null;
  rules: { switched_off: boolean }[];
  hits?: number;
  errors?: number;
  description: string;
}

export const listRules = defineVigieCommand({
  meta: { name: "list", description: "Show the rule files in the order they run" },
  args: {
    ...connectionArguments,
    ...loginArguments,
    data: {
      type: "string",
      valueHint: "DIR",
      description: "Read the files of this data folder instead of asking a service",
    },
    json: { type: "boolean", description: "One JSON object a line" },
  },
  notes: ["A service counts hits and errors from the time it read the file."],
  examples: [["vigie rules list --data /var/lib/vigie", "the rules that a service on that folder would run"]],
  run: async ({ args }) => {
    const rules = args.data === undefined ? await askService(args) : readFolder(args);
    if (args.json) process.stdout.write(rules.map((rule) => `${JSON.stringify(rule)}\n`).join(""));
    else process.stdout.write(`${renderTable(columns, rules.map(rowOf))}\n`);
    return 0;
  },
});

interface Place {
  url?: string;
  token?: string;
  username?: string;
  data?: string;
}

async function askService(place: Place): Promise<ListedRule[]> {
  return listAll<ListedRule>(await connect(place), "/api/parser-rules?ordering=order");
}

function readFolder({ url, token, username, data }: Place): ListedRule[] {
  if (url !== undefined || token !== undefined || username !== undefined)
    throw usageError("--data goes without --url, --token and --username.");
  const folder = join(data!, "parser-rules");
  const disabled = readSwitches(folder);
  return loadRules(folder, shippedRules).map(({ name, origin, file, error }) => ({
    ...{ name, origin, enabled: !disabled.has(name) },
    error: error === undefined ? null : { line: error.line, path: error.path, reason: error.reason },
    rules: (file?.compiled.rules ?? []).map(() => ({ switched_off: false })),
    description: file?.model.description ?? "",
  }));
}

const columns = [
  { title: "name" },
  { title: "from" },
  { title: "state", style: (cell: string) => (cell === "on" ? undefined : ("yellow" as const)) },
  { title: "rules", align: "right" as const },
  { title: "hits", align: "right" as const },
  { title: "errors", align: "right" as const },
  { title: "description" },
];

function rowOf({ name, origin, enabled, error, rules, hits, errors, description }: ListedRule): string[] {
  const off = rules.filter(({ switched_off }) => switched_off).length;
  const state = error !== null ? "refused" : !enabled ? "off" : off > 0 ? `${off} off` : "on";
  const count = (value: number | undefined) => (value === undefined ? "" : formatCount(value));
  const why =
    error === null ? description : `${error.line > 0 ? `line ${error.line}: ` : ""}${error.path} ${error.reason}`;
  return [name, origin, state, String(rules.length), count(hits), count(errors), why];
}
