import { messageOf } from "../lib/errors.ts";
import { ExitCode, StartError } from "../lib/start-error.ts";
import { type SettingName, type Settings, settingTable } from "./settings.ts";
import { readSettingsFile } from "./settings-file.ts";

export interface SettingSources {
  /** By flag name, as text; only given ones. */
  flags: Readonly<Record<string, string>>;
  env: Readonly<Record<string, string | undefined>>;
  /** Path of a YAML or JSON file; undefined: none. */
  file: string | undefined;
}

/** Every setting from its strongest source. Unknown names and values that do not fit: StartError with exit code 2. */
export function readSettings({ flags, env, file }: SettingSources): Settings {
  const fromFile = file === undefined ? {} : readSettingsFile(file);
  const entries = settingNames.map((name) => {
    const { env: envName, flag, default: fallback } = settingTable[name];
    const sources: [string | undefined, string][] = [
      [flags[flag], `--${flag}`],
      [env[envName], envName],
      [fromFile[flag], `"${flag}" in ${file}`],
    ];
    const given = sources.find(([value]) => value !== undefined);
    return [name, given ? readValue(name, given[0] as string, given[1]) : fallback];
  });
  return Object.fromEntries(entries) as Settings;
}

const settingNames = Object.keys(settingTable) as SettingName[];

function readValue(name: SettingName, value: string, source: string): unknown {
  const result = settingTable[name].schema.safeParse(value);
  if (result.success) return result.data;
  const message = result.error.issues[0]?.message ?? messageOf(result.error);
  const shown = "secret" in settingTable[name] ? `the value does not fit: ${settingTable[name].meaning}` : message;
  throw new StartError(`${source}: ${shown}`, ExitCode.wrongArguments);
}
