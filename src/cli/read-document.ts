import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { parseDocument } from "yaml";
import { apiBodyBytesMax } from "../http/limits.ts";
import { readYaml } from "../lib/yaml.ts";

/** The contents of a file of JSON or YAML; "-" is stdin. Throws if it cannot be read or is neither. */
export function readDocument(path: string): unknown {
  const text = readText(path);
  // JSON may be indented by tabs, YAML not.
  try {
    return JSON.parse(text);
  } catch {
    return readLocated(text);
  }
}

/** The quick reader of YAML does not tell where a mistake stands; the other one is asked when there is one. */
function readLocated(text: string): unknown {
  try {
    return readYaml(text);
  } catch (error) {
    const told = parseDocument(text, { logLevel: "silent" }).errors[0]?.message.split("\n", 1)[0];
    throw told === undefined ? error : new Error(`${told.replace(/:$/, "")}.`, { cause: error });
  }
}

/** The service takes no larger body, so that a file of another kind, or a device without an end, is not read whole. */
function readText(path: string): string {
  const bytes = path === "-" ? readFileSync(0) : readBeginning(path, apiBodyBytesMax + 1);
  if (bytes.length > apiBodyBytesMax) throw new Error(`expected at most ${apiBodyBytesMax} bytes`);
  return bytes.toString("utf8");
}

function readBeginning(path: string, bytesMax: number): Buffer {
  const file = openSync(path, "r");
  try {
    const room = Buffer.allocUnsafe(bytesMax);
    let used = 0;
    for (let read = -1; read !== 0 && used < bytesMax; used += read)
      read = readSync(file, room, used, bytesMax - used, null);
    return room.subarray(0, used);
  } finally {
    closeSync(file);
  }
}
