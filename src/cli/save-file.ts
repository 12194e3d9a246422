import { once } from "node:events";
import { createWriteStream, renameSync, rmSync } from "node:fs";
import { basename, resolve } from "node:path";
import { messageOf } from "../lib/errors.ts";
import { CommandError, usageError } from "./command.ts";

export const fileFormats = ["csv", "json", "xlsx", "docx", "pdf"] as const;
export type FileFormat = (typeof fileFormats)[number];

export const fileArguments = {
  output: {
    type: "string",
    alias: "o",
    valueHint: "FILE",
    description: "Output file, - for stdout (a file in this folder, named by the service)",
  },
  format: {
    type: "string",
    valueHint: "FORMAT",
    choices: fileFormats,
    description: `${fileFormats.join(", ")} (what FILE ends with, else csv)`,
  },
} as const;

const endings = fileFormats.map((name) => `.${name}`).join(", ");

/** `--format`, or the ending of the file's name. */
export function readFormat(format: string | undefined, output: string | undefined, fallback: FileFormat): FileFormat {
  const ending = /\.([^./\\]+)$/.exec(output ?? "")?.[1]?.toLowerCase();
  const wanted = format?.toLowerCase() ?? ending ?? fallback;
  const found = fileFormats.find((known) => known === wanted);
  if (found === undefined && format === undefined)
    throw usageError(`--output: expected a name that ends with ${endings}, or --format, got "${output}".`);
  if (found === undefined) throw usageError(`--format: expected one of ${fileFormats.join(", ")}, got "${format}".`);
  if (output === "-" && process.stdout.isTTY && found !== "csv" && found !== "json")
    throw usageError(`--output: ${found} is not for a terminal; name a file.`);
  return found;
}

/**
 * Saves an answer as it arrives: written under another name and renamed when complete, so that a broken one leaves the
 * old file. Returns the file's path, undefined for stdout, and its size in bytes.
 */
export async function saveFile(
  response: Response,
  output: string | undefined,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<{ path: string | undefined; bytes: number }> {
  if (output === "-") return { path: undefined, bytes: await toStdout(response, onBytes) };
  const path = resolve(output ?? nameOf(response));
  const beside = `${path}.${process.pid}.part`;
  try {
    const bytes = await copy(response, createWriteStream(beside), onBytes);
    renameSync(beside, path);
    return { path, bytes };
  } catch (error) {
    rmSync(beside, { force: true });
    if (error instanceof CommandError) throw error;
    throw new CommandError(`"${path}" could not be written: ${messageOf(error)}`, 1, { cause: error });
  }
}

async function toStdout(response: Response, onBytes: (bytes: number) => void): Promise<number> {
  let bytes = 0;
  for await (const chunk of bytesOf(response)) {
    bytes += chunk.length;
    onBytes(bytes);
    if (!process.stdout.write(chunk)) await once(process.stdout, "drain");
  }
  return bytes;
}

async function copy(
  response: Response,
  file: ReturnType<typeof createWriteStream>,
  onBytes: (bytes: number) => void,
): Promise<number> {
  let bytes = 0;
  const failed = once(file, "error").then(([error]) => Promise.reject(error));
  failed.catch(() => undefined);
  for await (const chunk of bytesOf(response)) {
    bytes += chunk.length;
    onBytes(bytes);
    if (!file.write(chunk)) await Promise.race([once(file, "drain"), failed]);
  }
  file.end();
  await Promise.race([once(file, "close"), failed]);
  return bytes;
}

/** Reports a broken connection in its own words: half a file is no file. */
async function* bytesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body ?? []) yield chunk as Uint8Array;
  } catch (error) {
    throw new CommandError(`The answer broke off: ${messageOf(error)}`, 1, { cause: error });
  }
}

/** The last part alone: a service must not choose the folder. */
function nameOf(response: Response): string {
  const header = response.headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  const name = basename(decode(encoded ?? "").replaceAll(/[\\/\p{Cc}]/gu, "_")).replace(/^\.+/, "");
  return name === "" ? "vigie-download" : name;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
