import type { Writable } from "node:stream";
import { messageOf } from "../lib/errors.ts";
import { ExitCode } from "../lib/start-error.ts";

/**
 * Call it before anything is written. The function it returns waits until all output has left the process and then
 * gives the exit code. `process.exit` alone would discard what a pipe has not taken yet: a pipe holds 64 KiB, an answer
 * for a script may have megabytes. A reader that closes early, such as `head`, is no failure; a full disk is one.
 */
export function watchOutput(
  stdout: Writable = process.stdout,
  stderr: Writable = process.stderr,
): (exitCode: number) => Promise<number> {
  let failure: Error | undefined;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") failure ??= error;
  });
  // Nobody is left to read a message.
  stderr.on("error", () => {});
  return async (exitCode) => {
    await end(stdout);
    if (failure !== undefined) stderr.write(`vigie: Cannot write to stdout: ${messageOf(failure)}\n`);
    await end(stderr);
    return failure !== undefined && exitCode === ExitCode.ok ? ExitCode.failed : exitCode;
  };
}

function end(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) return resolve();
    stream.once("error", () => resolve());
    stream.once("close", () => resolve());
    stream.end(() => resolve());
  });
}
