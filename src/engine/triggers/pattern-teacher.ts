import type { Intake } from "../../ingest/intake.ts";
import { messageOf } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log.ts";
import type { DamageFound } from "../../query/answer/damage.ts";
import { ControlWords } from "../../runtime/control-words.ts";
import type { KnownPatterns } from "../../triggers/known-patterns.ts";
import { askUndamaged, borrow } from "../ask.ts";
import { teachAgainMs } from "../limits.ts";
import type { Engine } from "../open-engine.ts";

export interface PatternTeacherParts {
  engine: Pick<Engine, "instants" | "threads">;
  intake: Pick<Intake, "knowPatterns">;
  /** Whether a trigger waits for new patterns. */
  isWanted(): boolean;
  log: Logger;
}

/**
 * Tells the intake thread which patterns the store has, as soon as some trigger waits for new ones: at a start, and
 * when the first such trigger is made. A pool thread reads them. Main thread.
 */
export function createPatternTeacher({ engine, intake, isWanted, log }: PatternTeacherParts) {
  let isTaught = false;
  /** Grows when no trigger waits any more: a reading under way is then too old for the next one that waits. */
  let turn = 0;
  let isClosed = false;
  let reading: ControlWords | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Triggers may have changed. */
  function follow(): void {
    if (isClosed) return;
    if (!isWanted()) {
      if (isTaught) turn++;
      isTaught = false;
    } else if (!isTaught) {
      isTaught = true;
      void teach();
    }
  }

  async function teach(): Promise<void> {
    const control = new ControlWords();
    reading = control;
    const mine = turn;
    try {
      const { answer } = await askUndamaged(
        engine.instants,
        () => borrow(engine.instants),
        (snapshot) =>
          engine.threads.run<KnownPatterns | DamageFound>({ kind: "patterns", snapshot, control: control.shared }),
      );
      if (!isClosed && mine === turn) intake.knowPatterns(answer);
    } catch (error) {
      if (isClosed || mine !== turn) return;
      log.warn({ error: messageOf(error) }, "patterns of the store not read");
      isTaught = false;
      timer = setTimeout(follow, teachAgainMs);
    }
  }

  return {
    follow,
    /** Before the pool is closed, which waits for running tasks. */
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      reading?.stop();
    },
  };
}
