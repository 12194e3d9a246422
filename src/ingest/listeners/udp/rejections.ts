import { udpRejectedAddressesMax } from "../limits.ts";

/** Counts rejected datagrams by their peers, for periodic reports. */
export class Rejections {
  #counts = new Map<string, number>();

  add(address: string): void {
    const known = this.#counts.has(address) || this.#counts.size < udpRejectedAddressesMax;
    const key = known ? address : "";
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Returns the counts and resets them. */
  take(): ReadonlyMap<string, number> {
    const counts = this.#counts;
    if (counts.size > 0) this.#counts = new Map();
    return counts;
  }
}
