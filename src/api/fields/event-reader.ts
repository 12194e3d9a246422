import { askUndamaged, borrow, withinTime } from "../../engine/ask.ts";
import type { Engine } from "../../engine/open-engine.ts";
import type { DamagedDay, Snapshot, TimeSpan } from "../../eventstore/snapshot.ts";
import { AppError } from "../../lib/errors.ts";
import type { DamageFound } from "../../query/answer/damage.ts";
import { waitMs, workMs } from "./limits.ts";

export type EventReaderParts = Pick<Engine, "instants">;

export interface Read<Answer> {
  answer: Answer;
  warnings: readonly DamagedDay[];
}

/**
 * Lets a thread answer a short question about events: tells it to stop after `workMs`, gives it up (429) after
 * `waitMs`.
 */
export async function readEvents<Answer extends object>(
  { instants }: EventReaderParts,
  span: TimeSpan,
  perform: (snapshot: Snapshot, control: SharedArrayBuffer) => Promise<Answer | DamageFound>,
): Promise<Read<Answer>> {
  return withinTime({ stopMs: workMs, giveUpMs: waitMs, refusal: busy }, async (control) => {
    const { answer, snapshot } = await askUndamaged(
      instants,
      () => borrow(instants, span),
      (instant) => perform(instant, control),
    );
    return { answer, warnings: snapshot.warnings };
  });
}

function busy(): AppError {
  return new AppError("too_many", "All threads are busy with longer questions. Try again shortly.", {
    headers: { "Retry-After": "2" },
  });
}
