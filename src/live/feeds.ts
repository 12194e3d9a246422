import type { TimeSource } from "../engine/time-source.ts";
import { AppError } from "../lib/errors.ts";
import { Feed, type Watcher } from "./feed.ts";
import { evaluationsMax, evaluationsPerUserMax, questionsMax } from "./limits.ts";
import type { Source } from "./source.ts";

/**
 * All watched questions. Watchers of the same question share one feed, which exists as long as somebody watches;
 * without watchers nothing runs and no alarm is set. Main thread only.
 */
export class Feeds {
  readonly #feeds = new Map<string, Feed>();
  /** Feeds that wait for their turn, in order. */
  readonly #queue = new Set<Feed>();
  readonly #working = new Map<number, number>();
  #workingCount = 0;

  readonly #time: TimeSource;

  constructor(time: TimeSource) {
    this.#time = time;
  }

  get size(): number {
    return this.#feeds.size;
  }

  /**
   * Notifies the watcher soon of the present state, then of each change, until the returned function is called. Throws
   * `too_many`.
   */
  watch(source: Source, watcher: Watcher): () => void {
    const feed = this.#feeds.get(source.key) ?? this.#create(source);
    feed.add(watcher);
    return () => {
      feed.remove(watcher);
      if (feed.isWatched) return;
      feed.close();
      this.#queue.delete(feed);
      if (this.#feeds.get(source.key) === feed) this.#feeds.delete(source.key);
    };
  }

  /** Events were stored. */
  stored(): void {
    for (const feed of this.#feeds.values()) if (feed.followsEvents) feed.wake();
  }

  /** Something was changed through the API. */
  changed(): void {
    for (const feed of this.#feeds.values()) if (feed.source.followsChanges) feed.wake();
  }

  close(): void {
    for (const feed of this.#feeds.values()) feed.close();
    this.#feeds.clear();
    this.#queue.clear();
  }

  #create(source: Source): Feed {
    if (this.#feeds.size >= questionsMax)
      throw new AppError("too_many", `Limit reached: ${questionsMax} watched questions on this service.`);
    const feed = new Feed(source, this.#time, () => {
      this.#queue.add(feed);
      this.#work();
    });
    this.#feeds.set(source.key, feed);
    return feed;
  }

  #work(): void {
    for (const feed of this.#queue) {
      if (this.#workingCount >= evaluationsMax) return;
      if (this.#workingOf(feed) >= evaluationsPerUserMax) continue;
      this.#queue.delete(feed);
      void this.#evaluate(feed);
    }
  }

  async #evaluate(feed: Feed): Promise<void> {
    this.#count(feed, 1);
    await feed.evaluate();
    this.#count(feed, -1);
    // Watchers of an ended feed have been notified.
    if (feed.isOver && this.#feeds.get(feed.source.key) === feed) this.#feeds.delete(feed.source.key);
    this.#work();
  }

  #workingOf({ source }: Feed): number {
    return this.#working.get(source.userId) ?? 0;
  }

  #count(feed: Feed, change: 1 | -1): void {
    const { userId } = feed.source;
    const count = this.#workingOf(feed) + change;
    this.#workingCount += change;
    if (count === 0) this.#working.delete(userId);
    else this.#working.set(userId, count);
  }
}
