import type { ArgsDef } from "citty";
import type { Setting } from "../config/setting.ts";
import { settingTable } from "../config/settings.ts";

/** The settings as arguments of a command. Defaults appear in the text only, so that a given flag can be told apart. */
export function settingArguments(): ArgsDef {
  const args: ArgsDef = {};
  for (const setting of offered) args[setting.flag] = argumentOf(setting);
  return args;
}

/** The given ones as text, by flag name. */
export function settingFlags(args: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = offered.filter(({ flag }) => args[flag] !== undefined);
  return Object.fromEntries(given.map(({ flag }) => [flag, String(args[flag])]));
}

/** Settings that only the environment or the settings file can give, for the end of the help. */
export function secretSettings(): Setting[] {
  return all.filter(({ secret }) => secret === true);
}

const all = Object.values(settingTable) as unknown as Setting[];
const offered = all.filter(({ secret }) => secret !== true);

function argumentOf({ hint, meaning, env, default: value }: Setting): ArgsDef[string] {
  // A text, a number and a switch that is on; lists and objects are empty by default.
  const fallback =
    value === undefined || value === "" || value === false || typeof value === "object" ? "" : `, ${String(value)}`;
  const description = `${meaning[0]!.toUpperCase()}${meaning.slice(1)} [${env}${fallback}]`;
  return hint === undefined ? { type: "boolean", description } : { type: "string", valueHint: hint, description };
}
