import type { Logger } from "../lib/log.ts";

/**
 * Resolves at the first SIGTERM, SIGINT or SIGHUP. From then on a second one ends the process at once, and so does a
 * stop that takes too long.
 */
export function untilStopSignal(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false;
    const onSignal = (signal: NodeJS.Signals) => {
      if (stopping) process.exit(128 + signalNumbers[signal]!);
      stopping = true;
      log.info({ signal }, "stopping");
      setTimeout(() => {
        log.error("stop took too long, ended without waiting further");
        process.exit(1);
      }, stopMsMax).unref();
      resolve();
    };
    for (const signal of Object.keys(signalNumbers) as NodeJS.Signals[]) process.on(signal, onSignal);
  });
}

const signalNumbers: Partial<Record<NodeJS.Signals, number>> = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

/** A stop ends within 5 s in any case. */
const stopMsMax = 4900;
