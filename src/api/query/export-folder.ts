import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../lib/errors.ts";
import { randomHex } from "../../lib/ids.ts";
import { ExitCode, StartError } from "../../lib/start-error.ts";

/** The folder of exports while they are sent. Removes those that an earlier process left behind. Returns new paths. */
export function openExportFolder(path: string): { newPath(): string } {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(path)) if (ours.test(name)) rmSync(join(path, name), { force: true });
  } catch (error) {
    throw new StartError(`Cannot use the folder of exports "${path}": ${messageOf(error)}`, ExitCode.failed, {
      cause: error,
    });
  }
  return { newPath: () => join(path, `${randomHex(16)}.part`) };
}

/** Other people's files are left alone. */
const ours = /^[0-9a-f]{32}\.part$/;
