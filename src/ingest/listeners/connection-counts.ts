import { connectionsMax, connectionsPerAddressMax } from "./limits.ts";

/** The part of a connection, or of a call on one, that its bounds need. */
export interface ConnectionPlace {
  readonly address: string;
  /** Whether any counted data has come on it. */
  readonly hasSpoken: boolean;
  /** Ends it, since it sent nothing and others wait. */
  giveWay(): void;
}

/** The connections of all ports without HTTP, or calls, by address: no peer may take the places of others. */
export class ConnectionCounts<Place extends ConnectionPlace = ConnectionPlace> {
  /** Oldest first. */
  readonly #places = new Set<Place>();
  readonly #byAddress = new Map<string, number>();
  readonly #most: number;
  readonly #mostOfAddress: number;
  readonly #onLeft = new Set<() => void>();

  constructor(most = connectionsMax, mostOfAddress = connectionsPerAddressMax) {
    this.#most = most;
    this.#mostOfAddress = mostOfAddress;
  }

  /**
   * Why one more connection from this address is refused; undefined when it is accepted. An older one that never sent
   * anything may be closed for it.
   */
  refusalOf(address: string): string | undefined {
    if ((this.#byAddress.get(address) ?? 0) >= this.#mostOfAddress) return "too many connections from this address";
    if (this.#places.size < this.#most) return undefined;
    for (const place of this.#places)
      if (!place.hasSpoken) {
        place.giveWay();
        return undefined;
      }
    return "too many connections";
  }

  add(place: Place): void {
    this.#places.add(place);
    this.#byAddress.set(place.address, (this.#byAddress.get(place.address) ?? 0) + 1);
  }

  remove(place: Place): void {
    if (!this.#places.delete(place)) return;
    const left = this.#byAddress.get(place.address)! - 1;
    if (left === 0) this.#byAddress.delete(place.address);
    else this.#byAddress.set(place.address, left);
    for (const listener of this.#onLeft) listener();
  }

  /** Calls `listener` whenever a place is free again, on whatever port, until the returned function is called. */
  onLeft(listener: () => void): () => void {
    this.#onLeft.add(listener);
    return () => this.#onLeft.delete(listener);
  }
}
