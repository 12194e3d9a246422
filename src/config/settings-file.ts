import { readFileSync } from "node:fs";
import { messageOf } from "../lib/errors.ts";
import { ExitCode, StartError } from "../lib/start-error.ts";
import { readYaml } from "../lib/yaml.ts";
import { settingTable } from "./settings.ts";

/** The settings of a YAML or JSON file by flag name, each as text. An empty file sets nothing. */
export function readSettingsFile(path: string): Record<string, string> {
  const content = parse(path, read(path));
  if (content === null || content === undefined) return {};
  if (typeof content !== "object" || Array.isArray(content)) throw wrong(path, "expected a list of names and values");
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, textOf(path, name, value)]));
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw wrong(path, `cannot be read: ${messageOf(error)}`);
  }
}

/** JSON is YAML, so one reader does both. */
function parse(path: string, content: string): unknown {
  try {
    return readYaml(content);
  } catch (error) {
    throw wrong(path, `is neither YAML nor JSON: ${messageOf(error)}`);
  }
}

function textOf(path: string, name: string, value: unknown): string {
  if (!flags.has(name)) throw wrong(path, `unknown setting "${name}"; known are ${[...flags].join(", ")}`);
  if (structured.has(name)) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map((item) => scalarText(path, name, item)).join(",");
  return scalarText(path, name, value);
}

function scalarText(path: string, name: string, value: unknown): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  throw wrong(path, `"${name}": expected text, a number, true, false or a list of these`);
}

const flags = new Set<string>(Object.values(settingTable).map(({ flag }) => flag));
const structured = new Set<string>(
  Object.values(settingTable).flatMap((setting) => ("structured" in setting ? [setting.flag] : [])),
);

function wrong(path: string, message: string): StartError {
  return new StartError(`Settings file "${path}" ${message}`, ExitCode.wrongArguments);
}
