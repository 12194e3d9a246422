import type { Logger } from "../../lib/log.ts";
import { toldEveryMs, toldReasonsMax } from "./limits.ts";

/**
 * Logs which connections of a port were refused or closed, and why: the first at once, all further ones of the same
 * reason together, in one line after a while. So a flood of connections is no flood of lines.
 */
export class ConnectionLog {
  readonly #log: Logger;
  /** By event and reason: how many were not logged yet. */
  readonly #untold = new Map<string, number>();

  constructor(log: Logger) {
    this.#log = log;
  }

  refused(address: string, reason: string): void {
    this.#tell("connection refused", address, reason);
  }

  closed(address: string, reason: string): void {
    this.#tell("connection closed", address, reason);
  }

  #tell(event: string, address: string, reason: string): void {
    const known = `${event}: ${reason}`;
    // Some reasons contain the peer's own text, such as for a certificate that is not accepted.
    const key = this.#untold.has(known) || this.#untold.size < toldReasonsMax ? known : `${event}: other reasons`;
    const untold = this.#untold.get(key);
    if (untold !== undefined) {
      this.#untold.set(key, untold + 1);
      return;
    }
    this.#log.warn({ address, reason }, event);
    this.#untold.set(key, 0);
    setTimeout(() => this.#tellRest(event, key), toldEveryMs).unref();
  }

  #tellRest(event: string, key: string): void {
    const count = this.#untold.get(key) ?? 0;
    this.#untold.delete(key);
    if (count > 0) this.#log.warn({ count, reason: key.slice(event.length + 2) }, `${event}, others likewise`);
  }
}
