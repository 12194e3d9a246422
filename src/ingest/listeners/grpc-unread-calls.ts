import { AppError } from "../../lib/errors.ts";
import { grpcUnreadMax, grpcUnreadPerAddressMax } from "./limits.ts";

/**
 * Calls whose message has not come yet, over all connections: the library keeps what has come of each, however slowly
 * the rest follows. Main thread.
 */
export class GrpcUnreadCalls {
  #count = 0;
  readonly #byAddress = new Map<string, number>();

  /** Returns what ends it, any number of times. Throws AppError `unavailable`, after which clients send again. */
  enter(address: string): () => void {
    const ofAddress = this.#byAddress.get(address) ?? 0;
    if (this.#count >= grpcUnreadMax || ofAddress >= grpcUnreadPerAddressMax)
      throw new AppError("unavailable", "Too many messages are on their way. Send again later.");
    this.#count++;
    this.#byAddress.set(address, ofAddress + 1);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#leave(address);
    };
  }

  #leave(address: string): void {
    this.#count--;
    const left = this.#byAddress.get(address)! - 1;
    if (left === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, left);
  }
}
