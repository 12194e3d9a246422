import { messageOf } from "../../lib/errors.ts";
import { ExitCode, StartError } from "../../lib/start-error.ts";

/** Why a port cannot be opened, in one line. `error`: has a `code` as the system names it. */
export function listenError(error: unknown, host: string, port: number, kind: "TCP" | "UDP"): StartError {
  const code = String((error as { code?: unknown }).code);
  const reason = reasons[code] ?? messageOf(error);
  return new StartError(`Cannot listen on ${kind} ${host}:${port}: ${reason}`, ExitCode.failed, { cause: error });
}

const reasons: Record<string, string> = {
  EADDRINUSE: "the port is in use by another process.",
  EACCES: "this user may not open that port.",
  EADDRNOTAVAIL: "this machine has no such address.",
};
