import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { messageOf } from "../../lib/errors.ts";
import { writeFileAtomically } from "../../lib/files.ts";

const switchesSchema = z.object({ version: z.literal(1), disabled: z.array(z.string()) });

/**
 * Names of rule files that are switched off, kept in a file beside them. Throws an Error that names the file when it
 * cannot be read.
 */
export function readSwitches(folder: string): Set<string> {
  const path = join(folder, switchesFile);
  if (!existsSync(path)) return new Set();
  try {
    return new Set(switchesSchema.parse(JSON.parse(readFileSync(path, "utf8"))).disabled);
  } catch (error) {
    throw new Error(`Cannot read which rules are switched off in "${path}": ${messageOf(error)}`, { cause: error });
  }
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
