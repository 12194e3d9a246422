import * as z from "zod";
import { invalidField } from "../lib/errors.ts";
import { configBytesMax } from "./limits.ts";

export type Config = Record<string, unknown>;

/** A config as received: any object. Each kind checks the fields it knows; unknown ones are kept. */
export const configField = z.record(z.string(), z.unknown());

/** How a config is stored. Throws `invalid` when it is too long. */
export function writeConfig(config: Config): string {
  const text = JSON.stringify(config);
  const bytes = Buffer.byteLength(text);
  if (bytes <= configBytesMax) return text;
  throw invalidField("config", `Expected at most ${configBytesMax} bytes of JSON, got ${bytes}.`);
}

/** The config as it was given. */
export function readConfig(text: string): Config {
  return JSON.parse(text) as Config;
}
