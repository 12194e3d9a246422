import type { Logger } from "../lib/log.ts";
import { StopTime, stopPoints } from "../lib/stop/stop-time.ts";
import { findLibc } from "../runtime/libc.ts";

/**
 * Resolves at the first SIGTERM, SIGINT or SIGHUP, whose stop has begun. From then on a second one ends the process at
 * once, and so does a stop that takes too long.
 */
export function untilStopSignal(log: Logger): Promise<StopTime> {
  return new Promise((resolve) => {
    let stopping = false;
    const onSignal = (signal: NodeJS.Signals) => {
      if (stopping) process.exit(128 + signalNumbers[signal]!);
      stopping = true;
      const time = new StopTime();
      log.info({ signal }, "stopping");
      // Bun would wait for threads at work.
      process.on("exit", (code) => findLibc()?._exit(code));
      setTimeout(() => {
        log.error("stop took too long, ended without waiting further");
        process.exit(1);
      }, stopPoints.process).unref();
      resolve(time);
    };
    for (const signal of Object.keys(signalNumbers) as NodeJS.Signals[]) process.on(signal, onSignal);
  });
}

const signalNumbers: Partial<Record<NodeJS.Signals, number>> = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
