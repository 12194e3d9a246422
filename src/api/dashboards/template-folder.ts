import { constants } from "node:fs";
import { open, readdir, realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { AppError, invalidField, messageOf } from "../../lib/errors.ts";
import { isTooLarge, readYaml } from "../../lib/yaml.ts";
import {
  templateBytesMax,
  templateDepthMax,
  templateFilesMax,
  templateFolderDepthMax,
  templateValuesMax,
} from "./limits.ts";

/** The user's template file at that path (JSON or YAML), or undefined when there is none. */
export async function readTemplateFile(folder: string, path: string): Promise<{ value: unknown } | undefined> {
  const root = await findRealPath(folder);
  if (root === undefined) return undefined;
  for (const name of candidates(path)) {
    const file = await findRealPath(join(root, name));
    if (file === undefined) continue;
    if (!file.startsWith(root + sep)) throw refused(path, "it leads out of the templates folder");
    return { value: parse(path, name, await readBounded(path, file)) };
  }
  return undefined;
}

/** Paths of the user's templates, without endings, each once; nothing hidden, at most `templateFilesMax`. */
export async function listTemplateFiles(folder: string): Promise<string[]> {
  const paths = new Set<string>();
  const visit = async (at: string, depth: number): Promise<void> => {
    for (const entry of await readEntries(at)) {
      if (paths.size >= templateFilesMax || entry.name.startsWith(".")) continue;
      const path = join(at, entry.name);
      if (entry.isDirectory() && depth < templateFolderDepthMax) await visit(path, depth + 1);
      const ending = endings.find((known) => entry.name.endsWith(known));
      if (!entry.isDirectory() && ending)
        paths.add(relative(folder, path).slice(0, -ending.length).replaceAll(sep, "/"));
    }
  };
  await visit(folder, 1);
  return [...paths];
}

async function readEntries(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (absent.has(String((error as { code?: unknown }).code))) return [];
    throw new Error(`cannot list the templates in "${folder}": ${messageOf(error)}`, { cause: error });
  }
}

const endings = [".json", ".yaml", ".yml"];

/** With its ending or without. */
function candidates(path: string): string[] {
  return endings.some((ending) => path.endsWith(ending)) ? [path] : endings.map((ending) => path + ending);
}

/** The target of the name with every symbolic link followed. */
async function findRealPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (absent.has(String((error as { code?: unknown }).code))) return undefined;
    throw new Error(`cannot look up the template "${path}": ${messageOf(error)}`, { cause: error });
  }
}

const absent = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP"]);

/** Not following a link that came in between, and not waiting for a writer when it is a pipe. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

async function readBounded(path: string, file: string): Promise<string> {
  const handle = await open(file, flags);
  try {
    const status = await handle.stat();
    if (!status.isFile()) throw refused(path, "it is not a file");
    if (status.size > templateBytesMax) throw refused(path, `it has more than ${templateBytesMax} bytes`);
    return new TextDecoder("utf-8", { fatal: true }).decode(await handle.readFile());
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof TypeError) throw refused(path, "it is not valid UTF-8", error);
    throw new Error(`cannot read the template "${file}": ${messageOf(error)}`, { cause: error });
  } finally {
    await handle.close();
  }
}

function parse(path: string, name: string, text: string): unknown {
  let value: unknown;
  try {
    value = name.endsWith(".json") ? JSON.parse(text) : readYaml(text);
  } catch (error) {
    throw refused(path, messageOf(error), error);
  }
  if (isTooLarge(value, { valuesMax: templateValuesMax, depthMax: templateDepthMax }))
    throw refused(path, "it is too large or too deep");
  return value;
}

function refused(path: string, reason: string, cause?: unknown): AppError {
  const error = invalidField("path", `The template "${path}" cannot be used: ${reason}.`);
  error.cause = cause;
  return error;
}
