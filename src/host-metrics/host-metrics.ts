import { type Clock, nowSeconds } from "../lib/clock.ts";
import { messageOf } from "../lib/errors.ts";
import type { Logger } from "../lib/log.ts";
import type { HostReader } from "./host-reader.ts";
import { slicedRows } from "./limits.ts";
import { type MetricGroup, sampleSeconds } from "./metric-groups.ts";
import { isUseless, SampleStore, setAside } from "./sample-store.ts";
import { type HostSummary, Summary } from "./summary.ts";

export interface HostMetrics {
  /**
   * One part of the host over steps; without a part, the whole. `bounds`: the beginning of each step and the end of the
   * last, epoch seconds. Reads in slices of some milliseconds to let other work run.
   */
  summarize(group: MetricGroup, part: string | undefined, bounds: readonly number[]): Promise<HostSummary>;
  /** Resolves when no sample is being taken. */
  close(): Promise<void>;
}

export interface HostMetricsParts {
  reader: Pick<HostReader, "read">;
  /** Path of the file of samples. */
  path: string;
  /** While it is true, samples are read, but not stored. */
  isDiskFull(): boolean;
  log: Logger;
  clock: Clock;
}

/**
 * Takes a sample now and then one every 15 s, by one timer that does not keep the process alive. An unusable file is
 * logged, a damaged one is set aside, and the next sample tries again: the service goes on without.
 */
export function openHostMetrics({ reader, path, isDiskFull, log, clock }: HostMetricsParts): HostMetrics {
  let store: SampleStore | undefined;
  let running: Promise<void> | undefined;
  let failure = "";
  const withStore = <Result>(work: (store: SampleStore) => Result): Result => {
    try {
      store ??= new SampleStore(path);
      return work(store);
    } catch (error) {
      if (!isUseless(error)) throw error;
      store?.close();
      store = undefined;
      setAside(path);
      throw new Error(`"${path}" could not be used (${messageOf(error)}); it was set aside.`, { cause: error });
    }
  };
  const take = async () => {
    try {
      const sample = await reader.read();
      if (!isDiskFull()) withStore((opened) => opened.add(sample, nowSeconds(clock)));
      failure = "";
    } catch (error) {
      // The same failure every 15 s is logged once.
      if (messageOf(error) !== failure) log.warn({ err: error }, "sample of the host not kept");
      failure = messageOf(error);
    }
    running = undefined;
  };
  // A disk that hangs delays a sample; the next ones are omitted until then.
  const tick = () => {
    running ??= take();
  };
  tick();
  const timer = setInterval(tick, sampleSeconds * 1000);
  timer.unref();
  return {
    async summarize(group, part, bounds) {
      const summary = new Summary(group, part, bounds);
      const to = bounds.at(-1)!;
      for (let from = bounds[0]!; ; ) {
        const rows = withStore((opened) => opened.list(group, from, to));
        for (const row of rows) summary.add(row);
        if (rows.length < slicedRows) return summary.results();
        from = rows.at(-1)!.ts + 1;
        await new Promise(setImmediate);
      }
    },
    async close() {
      clearInterval(timer);
      await running;
      store?.close();
    },
  };
}
