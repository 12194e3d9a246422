import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** vigie as a process, used like any client does: command line, HTTP, and the system's data about the process. */
export interface BenchService {
  url: string;
  token: string;
  /** Ports without HTTP, by their names in the ready file. */
  ports: Readonly<Record<string, number>>;
  /** Time from its start until it took requests. */
  readyMs: number;
  /** Now and at the peak since the start, MB. */
  residentMb(): ResidentMb;
  /** Processor time of all its threads so far. */
  processorMs(): number;
  /** The same of its worker threads alone, one of which takes events in. */
  workersMs(): number;
  /** Counts of arrivals and losses so far. */
  ledger(): Promise<Ledger>;
  /** Ends it in order, so that everything is sealed; returns the exit code. */
  close(): Promise<number>;
  /** Kills it. */
  kill(): Promise<void>;
  /** True when it ended by itself. */
  hasEnded(): boolean;
}

/** Occurrences since the first start. */
export interface Ledger {
  stored: number;
  udpDropped: number;
}

const password = "numbers without a story";

export async function startBenchService(
  command: readonly string[],
  dataFolder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchService> {
  const readyFile = join(dataFolder, "ready.json");
  const begin = performance.now();
  const child = Bun.spawn([...command, "serve", "--port", "0", "--data", dataFolder, "--ready-file", readyFile], {
    env: {
      ...process.env,
      VIGIE_ADMIN_PASSWORD: password,
      VIGIE_LOG_LEVEL: "error",
      VIGIE_RETENTION_DAYS: "0",
      ...environment,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const { url, ports } = await waitForReady(readyFile, child);
  const readyMs = performance.now() - begin;
  const token = await createToken(url);
  return {
    url,
    token,
    ports,
    readyMs,
    residentMb: () => readResident(readFileSync(`/proc/${child.pid}/status`, "utf8")),
    processorMs: () => processorMs(child.pid),
    workersMs: () => processorMs(child.pid, "Worker"),
    ledger: () => readLedger(url, token),
    close: () => {
      child.kill("SIGTERM");
      return child.exited;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await child.exited;
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  };
}

async function waitForReady(readyFile: string, child: { pid: number; exitCode: number | null }) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode} before it was ready.`);
    const ready = existsSync(readyFile) ? JSON.parse(readFileSync(readyFile, "utf8")) : undefined;
    if (ready?.pid === child.pid) return ready as { url: string; ports: Record<string, number> };
    await Bun.sleep(5);
  }
}

/** The administrator's, as a browser sends it. */
export async function createSession(url: string): Promise<string> {
  const login = await post(`${url}/api/auth/`, {}, { username: "admin", password });
  return login.headers.getSetCookie()[0]!.split(";")[0]!;
}

async function createToken(url: string): Promise<string> {
  const cookie = await createSession(url);
  const made = await post(`${url}/api/authtokens`, { cookie }, {});
  return ((await made.json()) as { secret_key: string }).secret_key;
}

/** Processor time of its threads, or of those of a name, as the scheduler counts it, in milliseconds. */
function processorMs(pid: number, name?: string): number {
  const folder = `/proc/${pid}/task`;
  const read = (id: string, file: string) => readFileSync(join(folder, id, file), "latin1");
  const threads = readdirSync(folder).filter((id) => name === undefined || read(id, "comm").trim() === name);
  return threads.reduce((sum, id) => sum + Number(read(id, "schedstat").split(" ")[0]), 0) / 1e6;
}

async function readLedger(url: string, token: string): Promise<Ledger> {
  const answer = await fetch(`${url}/api/system`, { headers: { authorization: `Token ${token}` } });
  const { stored, loss } = (await answer.json()) as { stored: number; loss: { udp_dropped: number } };
  return { stored, udpDropped: loss.udp_dropped };
}

async function post(url: string, headers: Record<string, string>, body: unknown): Promise<Response> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

export interface ResidentMb {
  now: number;
  peak: number;
  /** Part of `now`: the executable and databases that are mapped; the system may drop them. */
  ofFiles: number;
}

/** Reads a field from the text of /proc/<pid>/status. */
export function readResident(status: string): ResidentMb {
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  return { now: megabytes("VmRSS"), peak: megabytes("VmHWM"), ofFiles: megabytes("RssFile") };
}
