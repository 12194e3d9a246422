import type { EventStore } from "../../eventstore/event-store.ts";
import { sliceMs } from "../limits.ts";
import type { Pipeline } from "../pipeline/pipeline.ts";

export interface IntakeLoop {
  /** The pipeline got work, or the store was used. */
  wake(): void;
  /**
   * Works through the queue for about `budgetMs` at most, and closes the store, which seals for `sealMs()` at most.
   * Nothing runs afterwards.
   */
  close(budgetMs?: number, sealMs?: () => number): void;
}

/**
 * The one loop of the thread that owns the store: works off deliveries in slices, lets the store continue its upkeep,
 * then sleeps until a delivery comes or the store needs attention. Between two slices the thread answers its other
 * messages. Idle it costs nothing. `afterWork` runs after each slice; `onFatal` once, when the store cannot go on.
 */
export function startIntakeLoop(
  pipeline: Pipeline,
  store: EventStore,
  afterWork: () => void,
  onFatal: (error: unknown) => void,
): IntakeLoop {
  let scheduled = false;
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wake(): void {
    if (scheduled || ended) return;
    scheduled = true;
    clearTimeout(timer);
    setImmediate(turn);
  }

  function turn(): void {
    scheduled = false;
    if (ended) return;
    try {
      store.runDurable();
      // Senders that waited for the disk need not wait for the next reading.
      afterWork();
      const more = pipeline.work(sliceMs);
      afterWork();
      store.doUpkeep();
      // It may have made the seal that a large delivery waited for.
      if (more || pipeline.hasMore) wake();
      else sleep();
    } catch (error) {
      ended = true;
      pipeline.abandon(error instanceof Error ? error : new Error(String(error)));
      afterWork();
      onFatal(error);
    }
  }

  function sleep(): void {
    const delayMs = Math.min(store.nextUpkeepMs() ?? never, pipeline.nextMs ?? never);
    if (delayMs === never) return;
    timer = setTimeout(wake, Math.max(delayMs, 1));
    timer.unref();
  }

  store.onUpkeep(wake);
  store.onSynced(wake);
  wake();
  return {
    wake,
    close(budgetMs, sealMs) {
      ended = true;
      clearTimeout(timer);
      pipeline.finish(budgetMs);
      afterWork();
      store.close(sealMs?.());
    },
  };
}

const never = Number.POSITIVE_INFINITY;
