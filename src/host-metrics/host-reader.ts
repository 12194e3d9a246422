import { readFile, statfs } from "node:fs/promises";
import { join } from "node:path";
import { partsMax } from "./limits.ts";
import { type HostSample, type MetricGroup, metricGroups, type PartValues, wholeOf } from "./metric-groups.ts";
import { parseCpuTimes, parseDisks, parseInterfaces, parseMemory, parseMountPoints } from "./parse-proc.ts";

/** Reads samples of this host. Metrics it does not offer (no /proc, no such file) are absent. */
export class HostReader {
  #before: Counters | undefined;

  /** Its file system is always measured. */
  readonly #dataFolder: string;
  readonly #monotonicMs: () => number;

  readonly #procFolder: string;

  constructor(dataFolder: string, procFolder = "/proc", monotonicMs: () => number = () => performance.now()) {
    this.#procFolder = procFolder;
    this.#dataFolder = dataFolder;
    this.#monotonicMs = monotonicMs;
  }

  /** Rates need an earlier sample; the first sample has none. */
  async read(): Promise<HostSample> {
    const now = await this.#readCounters();
    const sample = new Map<MetricGroup, PartValues>();
    const put = (group: MetricGroup, parts: Map<string, number[]>) => {
      if (parts.size > 0) sample.set(group, new Map([...parts].slice(0, partsMax)));
    };
    if (this.#before !== undefined) {
      const { cpu, disk, network, atMs } = this.#before;
      const seconds = (now.atMs - atMs) / 1000;
      put("cpu", shareTimes(cpu, now.cpu));
      put(
        "disk",
        wholeFirst("disk", busyAsPercent(perSecond(disk, now.disk, seconds)), () => true),
      );
      put(
        "network",
        wholeFirst("network", perSecond(network, now.network, seconds), (name) => !virtualInterface.test(name)),
      );
    }
    this.#before = now;
    put("memory", measureMemory(parseMemory(await this.#text("meminfo"))));
    put("file_system", await this.#measureFileSystems());
    return sample;
  }

  async #readCounters(): Promise<Counters> {
    const [stat, disks, interfaces] = await Promise.all([
      this.#text("stat"),
      this.#text("diskstats"),
      this.#text("net/dev"),
    ]);
    return {
      atMs: this.#monotonicMs(),
      cpu: parseCpuTimes(stat),
      disk: parseDisks(disks),
      network: parseInterfaces(interfaces),
    };
  }

  async #measureFileSystems(): Promise<Map<string, number[]>> {
    const parts = new Map<string, number[]>();
    const points = parseMountPoints(await this.#text("self/mounts")).slice(0, partsMax - 1);
    for (const [name, path] of [[wholeOf.file_system, this.#dataFolder], ...points.map((point) => [point, point])]) {
      const values = await measureFileSystem(path!);
      if (values !== undefined) parts.set(name!, values);
    }
    return parts;
  }

  /** "" if there is no such file. */
  async #text(name: string): Promise<string> {
    return readFile(join(this.#procFolder, name), "utf8").catch(() => "");
  }
}

/** The kernel's counts since its start, by part. */
interface Counters {
  atMs: number;
  cpu: Map<string, number[]>;
  disk: Map<string, number[]>;
  network: Map<string, number[]>;
}

function shareTimes(before: Map<string, number[]>, now: Map<string, number[]>): Map<string, number[]> {
  const shares = new Map<string, number[]>();
  for (const [part, times] of now) {
    const earlier = before.get(part);
    if (earlier === undefined) continue;
    const spent = times.map((time, i) => Math.max(0, time - earlier[i]!));
    const all = spent.reduce((a, b) => a + b, 0);
    if (all === 0) continue;
    const [user, nice, system, idle, iowait, interrupt, softirq, steal] = spent.map((time) => (100 * time) / all);
    const used = 100 - idle! - iowait!;
    shares.set(part, [user!, nice!, system!, iowait!, interrupt!, softirq!, steal!, idle!, used]);
  }
  return shares;
}

/** A counter that fell was reset: the interval has no value. */
function perSecond(before: Map<string, number[]>, now: Map<string, number[]>, seconds: number): Map<string, number[]> {
  const rates = new Map<string, number[]>();
  for (const [part, counters] of now) {
    const earlier = before.get(part);
    if (earlier === undefined || counters.some((counter, i) => counter < earlier[i]!)) continue;
    rates.set(
      part,
      counters.map((counter, i) => (counter - earlier[i]!) / seconds),
    );
  }
  return rates;
}

/** Milliseconds of a second → percent. */
function busyAsPercent(rates: Map<string, number[]>): Map<string, number[]> {
  for (const rate of rates.values()) rate[busy] = Math.min(100, rate[busy]! / 10);
  return rates;
}

const busy = metricGroups.disk.indexOf("busy_percent");

/** Their traffic is counted at another interface, too, or never leaves the host. */
const virtualInterface = /^(?:lo|veth|docker|br-|virbr|bond|team|ifb|dummy|tun|tap|vnet|cni|cali|flannel|wg)/;

/** Puts the whole in front: the sum of all parts that count, and of percents the highest. */
function wholeFirst(
  group: "disk" | "network",
  parts: Map<string, number[]>,
  counts: (part: string) => boolean,
): Map<string, number[]> {
  if (parts.size === 0) return parts;
  const counted = [...parts].filter(([part]) => counts(part)).map(([, values]) => values);
  const whole = metricGroups[group].map((metric, i) =>
    metric === "busy_percent"
      ? Math.max(0, ...counted.map((values) => values[i]!))
      : counted.reduce((sum, values) => sum + values[i]!, 0),
  );
  return new Map([[wholeOf[group], whole], ...parts]);
}

function measureMemory(bytes: Map<string, number>): Map<string, number[]> {
  const of = (name: string) => bytes.get(name) ?? Number.NaN;
  const total = of("MemTotal");
  if (Number.isNaN(total)) return new Map();
  const available = bytes.get("MemAvailable") ?? of("MemFree") + of("Buffers") + of("Cached");
  const swapUsed = of("SwapTotal") - of("SwapFree");
  const values = [total, total - available, of("MemFree"), available, of("Buffers"), of("Cached")];
  return new Map([[wholeOf.memory, [...values, of("SwapTotal"), swapUsed]]]);
}

/** Undefined for a path that does not exist, or takes no files. */
async function measureFileSystem(path: string): Promise<number[] | undefined> {
  const found = await statfs(path).catch(() => undefined);
  if (found === undefined || found.blocks === 0) return undefined;
  const { bsize, blocks, bfree, bavail } = found;
  const used = (blocks - bfree) * bsize;
  const available = bavail * bsize;
  return [blocks * bsize, used, available, used + available === 0 ? 100 : (100 * used) / (used + available)];
}
