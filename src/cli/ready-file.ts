import { readFileSync, rmSync } from "node:fs";
import { messageOf } from "../lib/errors.ts";
import { writeFileAtomically } from "../lib/files.ts";
import { ExitCode, StartError } from "../lib/start-error.ts";
import { version } from "../lib/version.ts";

/**
 * Announces that requests are accepted, at which address, and the ports of other protocols. An empty path: not wanted.
 * Throws StartError.
 */
export function writeReadyFile(path: string, url: string, ports: Record<string, number>): void {
  orStartError(path, "write", () =>
    writeFileAtomically(path, `${JSON.stringify({ url, ports, pid: process.pid, version })}\n`),
  );
}

/** Throws StartError. */
export function removeReadyFile(path: string): void {
  orStartError(path, "remove the old", () => rmSync(path, { force: true }));
}

/**
 * Removes the file of an earlier process, but not that of a running service: this start will fail, and that service
 * goes on.
 */
export async function removeStaleReadyFile(path: string): Promise<void> {
  if (path !== "" && !(await isServed(path))) removeReadyFile(path);
}

async function isServed(path: string): Promise<boolean> {
  try {
    const { url, pid } = JSON.parse(readFileSync(path, "utf8")) as { url: string; pid: number };
    if (pid === process.pid) return false;
    // Signal 0 checks whether the process exists. Another one may have its number by now, so the service is asked, too.
    process.kill(pid, 0);
    return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(answerMs) })).ok;
  } catch {
    return false;
  }
}

/** A start must not wait long for the process that uses that address now. */
const answerMs = 500;

function orStartError(path: string, what: string, work: () => void): void {
  if (path === "") return;
  try {
    work();
  } catch (error) {
    const message = `Cannot ${what} the ready file "${path}": ${messageOf(error)}`;
    throw new StartError(message, ExitCode.failed, { cause: error });
  }
}
