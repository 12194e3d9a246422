import type { LossCounts } from "../eventstore/event-store.ts";
import { lossMin, lossShareMin, lossWindowMs } from "./limits.ts";
import type { Trouble } from "./trouble.ts";

const causes = ["overload", "too_large", "out_of_time", "udp_dropped"] as const;

interface Sample {
  atMs: number;
  received: number;
  loss: Pick<LossCounts, (typeof causes)[number]>;
}

/**
 * Whether more than a little is lost, by cause. Losses before the first look do not count: the ledger is kept over
 * restarts, and they were reported then.
 */
export function createLossWatch(monotonicMs: () => number = () => performance.now()) {
  const samples: Sample[] = [];
  return (received: number, loss: Sample["loss"]): Trouble[] => {
    const now = { atMs: monotonicMs(), received, loss };
    samples.push(now);
    // The last one before the window stays: everything counted since then was counted in the window.
    while (samples.length > 2 && samples[1]!.atMs <= now.atMs - lossWindowMs) samples.shift();
    const before = samples[0]!;
    const receivedMeanwhile = received - before.received;
    return causes.flatMap((kind) => {
      const count = loss[kind] - before.loss[kind];
      const most = Math.max(lossMin[kind], receivedMeanwhile * lossShareMin[kind]);
      const about = { kind, values: { count, minutes: lossWindowMs / 60_000 } };
      // Over only when it has become far less: otherwise it would be reported again and again around the bound.
      return count * 2 < most ? [] : [{ cause: `lost ${kind}`, about, isUnsure: count < most }];
    });
  };
}
