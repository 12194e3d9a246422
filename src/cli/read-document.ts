import { readFileSync, statSync } from "node:fs";
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

/** The service takes no larger body, so that a file of another kind is not read whole. */
function readText(path: string): string {
  if (path !== "-" && statSync(path).size > apiBodyBytesMax)
    throw new Error(`expected at most ${apiBodyBytesMax} bytes`);
  return readFileSync(path === "-" ? 0 : path, "utf8");
}
