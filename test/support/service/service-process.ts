import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { patienceMs } from "../patience.ts";

/** The command for vigie: from source, or the executable that `VIGIE_TEST_EXECUTABLE` names. */
export function vigieCommand(): string[] {
  const executable = process.env.VIGIE_TEST_EXECUTABLE;
  return executable ? [executable] : [process.execPath, join(import.meta.dirname, "../../../src/main.ts")];
}

export interface ServiceProcess {
  url: string;
  /** Ports of the other protocols that the flags ask for, by name. */
  ports: Record<string, number>;
  pid: number;
  child: ChildProcess;
  /** Its output on stderr so far. */
  errors(): string;
  /** Sends the signal and waits for the end; returns the exit code, or the signal's name. */
  end(signal: "SIGTERM" | "SIGKILL" | "SIGINT"): Promise<number | string>;
}

export const testPassword = "a lookout on the mast";

/**
 * Starts `serve` as a process of its own and waits until its ready file is there. Throws with its stderr when it ends
 * first.
 */
export async function startServiceProcess(
  dataFolder: string,
  environment: Record<string, string> = {},
  flags: string[] = [],
): Promise<ServiceProcess> {
  const readyFile = join(dataFolder, "ready.json");
  const [command, ...leading] = vigieCommand();
  const child = spawn(
    command!,
    [...leading, "serve", "--port", "0", "--data", dataFolder, "--ready-file", readyFile, ...flags],
    {
      env: { ...process.env, VIGIE_ADMIN_PASSWORD: testPassword, ...environment },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let errors = "";
  child.stderr!.on("data", (chunk) => {
    errors += String(chunk);
  });
  const ended = new Promise<number | string>((resolve) =>
    child.on("exit", (code, signal) => resolve(code ?? signal ?? "")),
  );
  const ready = await waitForReady(readyFile, child, () => errors);
  return {
    ...ready,
    child,
    errors: () => errors,
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

interface Ready {
  url: string;
  ports: Record<string, number>;
  pid: number;
}

async function waitForReady(file: string, child: ChildProcess, errors: () => string): Promise<Ready> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The service ended before it was ready: ${errors()}`);
    const ready = readReady(file);
    if (ready?.pid === child.pid) return ready!;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.kill("SIGKILL");
  throw new Error(`The service did not get ready: ${errors()}`);
}

/** The file of an earlier start may vanish at any moment. */
function readReady(file: string): Ready | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Logs in as the first administrator; returns the headers of a session. */
export async function logIn(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/auth/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: testPassword }),
  });
  if (answer.status !== 200) throw new Error(`Login was answered ${answer.status}: ${await answer.text()}`);
  const cookie = answer.headers.getSetCookie()[0]!.split(";")[0]!;
  return { cookie, "content-type": "application/json" };
}

/** Makes a token of the kind and returns its key. */
export async function createToken(
  url: string,
  session: Record<string, string>,
  type: "USER" | "INGEST",
): Promise<string> {
  const answer = await fetch(`${url}/api/authtokens`, {
    method: "POST",
    headers: session,
    body: JSON.stringify({ token_type: type }),
  });
  if (answer.status !== 201) throw new Error(`Token was answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { secret_key: string }).secret_key;
}
