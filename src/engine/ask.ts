import type { Damage, Snapshot, TimeSpan } from "../eventstore/snapshot.ts";
import { AppError } from "../lib/errors.ts";
import type { DamageFound } from "../query/answer/damage.ts";
import { ControlWords } from "../runtime/control-words.ts";
import { damagedDaysMax } from "./limits.ts";

/** Source of snapshots. */
export interface InstantSource {
  /** Without a span: of all days. `asOf`: includes changes after that commit. */
  snapshot(span?: TimeSpan, asOf?: number): Promise<Snapshot>;
  release(lease: number): void;
  /** Later snapshots go without it and say so. */
  setAside(damage: Damage): void;
}

/** A snapshot that is kept until `giveBack` is called, exactly once. */
export interface Loan<Instant = Snapshot> {
  snapshot: Instant;
  giveBack(): void;
}

export async function borrow(source: InstantSource, span?: TimeSpan, asOf?: number): Promise<Loan> {
  const snapshot = await source.snapshot(span, asOf);
  return { snapshot, giveBack: () => source.release(snapshot.lease) };
}

/**
 * Asks until the answer met no damage: sets damaged segments and days aside, then asks the same of an instant without
 * them. The one place that does so. `lend` is called once for each try. Throws AppError `unavailable` after
 * `damagedDaysMax` tries, and everything that `perform` throws.
 */
export async function askUndamaged<Answer, Instant = Snapshot>(
  source: Pick<InstantSource, "setAside">,
  lend: () => Promise<Loan<Instant>>,
  perform: (snapshot: Instant) => Promise<Answer | DamageFound>,
): Promise<{ answer: Answer; snapshot: Instant }> {
  for (let tries = 0; tries < damagedDaysMax; tries++) {
    const { snapshot, giveBack } = await lend();
    try {
      const answer = await perform(snapshot);
      if (!isDamage(answer)) return { answer, snapshot };
      source.setAside(answer.damaged);
    } finally {
      giveBack();
    }
  }
  throw new AppError("unavailable", `More than ${damagedDaysMax} days were found damaged. See the service log.`);
}

export function isDamage<Answer>(answer: Answer | DamageFound): answer is DamageFound {
  return typeof answer === "object" && answer !== null && "damaged" in answer;
}

/** How long a question may keep its caller waiting, and the error beyond that. */
export interface TimeLimits {
  /** The thread is told to stop; its findings by then are the answer. */
  stopMs: number;
  /** The caller waits no longer. */
  giveUpMs: number;
  refusal(): AppError;
}

/** Runs a question with control words of its own that are set to stop when its time is over. */
export async function withinTime<Answer>(
  { stopMs, giveUpMs, refusal }: TimeLimits,
  work: (control: SharedArrayBuffer) => Promise<Answer>,
): Promise<Answer> {
  const control = new ControlWords();
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const alarms = [
    setTimeout(() => control.stop(), stopMs),
    setTimeout(() => {
      control.stop();
      reject(refusal());
    }, giveUpMs),
  ];
  try {
    return await Promise.race([work(control.shared), givenUp]);
  } finally {
    for (const alarm of alarms) clearTimeout(alarm);
  }
}
