import { readFileSync, statSync } from "node:fs";
import { apiBodyBytesMax } from "../http/limits.ts";
import { readYaml } from "../lib/yaml.ts";

/** The contents of a file of JSON or YAML; "-" is stdin. Throws if it cannot be read or is neither. */
export function readDocument(path: string): unknown {
  const text = readText(path);
  // JSON may be indented by tabs, YAML not.
  try {
    return JSON.parse(text);
  } catch {
    return readYaml(text);
  }
}

/** The service takes no larger body, so that a file of another kind is not read whole. */
function readText(path: string): string {
  if (path !== "-" && statSync(path).size > apiBodyBytesMax)
    throw new Error(`expected at most ${apiBodyBytesMax} bytes`);
  return readFileSync(path === "-" ? 0 : path, "utf8");
}
