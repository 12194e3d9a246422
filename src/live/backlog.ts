import { unreadBytesMax } from "./limits.ts";

/** A client that has not read what it was sent. */
interface SlowClient {
  /** Characters that wait for it, or are on their way. */
  readonly length: number;
  cut(): void;
}

/**
 * Clients that have not read what they were sent, the one that has read nothing for longest first. Together they may
 * keep so much in memory; beyond it the first ones are cut off: those who read, only slowly, come last.
 */
export class Backlog {
  readonly #slow = new Set<SlowClient>();

  add(client: SlowClient): void {
    this.#slow.add(client);
    this.keepWithin();
  }

  remove(client: SlowClient): void {
    this.#slow.delete(client);
  }

  /** Call it when more waits. */
  keepWithin(): void {
    let unread = 0;
    for (const { length } of this.#slow) unread += length;
    for (const client of this.#slow) {
      if (unread <= unreadBytesMax) return;
      unread -= client.length;
      client.cut();
    }
  }
}
