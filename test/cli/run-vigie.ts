import { spawn } from "node:child_process";
import { vigieCommand } from "../support/service/service-process.ts";

export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

/**
 * Runs vigie as a child, without a terminal, and waits for its end. Nothing of the caller's environment names a
 * service. Of what it wrote to stderr the lines that tell how far it is are left out: they come when the machine is
 * busy, every few seconds.
 */
export function runVigie(
  args: string[],
  options: { env?: Record<string, string>; stdin?: string | Uint8Array; cwd?: string } = {},
): Promise<Outcome> {
  const [command, ...leading] = vigieCommand();
  const { VIGIE_URL: _url, VIGIE_TOKEN: _token, VIGIE_PASSWORD: _password, ...environment } = process.env;
  const child = spawn(command!, [...leading, ...args], {
    env: { ...environment, ...options.env },
    cwd: options.cwd,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  // A command that ends without reading its input closes the pipe.
  child.stdin.on("error", () => {});
  child.stdin.end(options.stdin ?? "");
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err: withoutProgress(err) }));
  });
}

/** What else was written to stderr. */
export function withoutProgress(errors: string): string {
  return errors.replaceAll(progressLine, "");
}

const progressLine = /^(?:Importing|Querying|Exporting|Making the report): .*\n/gm;
