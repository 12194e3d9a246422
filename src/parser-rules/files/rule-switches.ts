import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../lib/errors.ts";
import { writeFileAtomically } from "../../lib/files.ts";

/**
 * Names of rule files that are switched off, kept in a file beside them. Throws an Error that names the file when it
 * cannot be read.
 */
export function readSwitches(folder: string): Set<string> {
  const path = join(folder, switchesFile);
  if (!existsSync(path)) return new Set();
  try {
    return new Set(disabledIn(JSON.parse(readFileSync(path, "utf8"))));
  } catch (error) {
    throw new Error(`Cannot read which rules are switched off in "${path}": ${messageOf(error)}`, { cause: error });
  }
}

/** Without a schema, as the thread that takes events in loads none. */
function disabledIn(value: { version?: unknown; disabled?: unknown } | null): string[] {
  const { version, disabled } = value ?? {};
  if (version !== 1) throw new Error(`its version is ${JSON.stringify(version)} instead of 1`);
  if (Array.isArray(disabled) && disabled.every((name) => typeof name === "string")) return disabled;
  throw new Error('"disabled" is no list of names');
}

/** On disk when it returns. */
export function writeSwitches(folder: string, disabled: ReadonlySet<string>): void {
  writeFileAtomically(
    join(folder, switchesFile),
    `${JSON.stringify({ version: 1, disabled: [...disabled].sort() })}\n`,
  );
}

/** No rule can have this name. */
const switchesFile = ".switches.json";
