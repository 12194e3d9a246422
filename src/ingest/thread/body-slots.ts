import assert from "node:assert";
import { bodySlots, largeDeliveryBytes, otherBodiesMax } from "../limits.ts";
import type { SlottedBody } from "./intake-messages.ts";

/**
 * Shared memory in which bodies of usual sizes reach the intake thread. A transferred buffer is garbage to two
 * collectors, and its memory is cold when reused; these few stay, and what was read from the socket is freed at once.
 * Main thread.
 */
export class BodySlots {
  /** What the other thread gets, once; pages that no body reached take no memory. */
  readonly buffers = Array.from({ length: bodySlots }, () => new SharedArrayBuffer(largeDeliveryBytes));
  private readonly views = this.buffers.map((buffer) => new Uint8Array(buffer));
  /** The one used last is the next: its memory is still in the processor's cache. */
  private readonly free = this.buffers.map((_, slot) => slot).reverse();
  /** Slots in memory of others. */
  private readonly others = new WeakMap<ArrayBufferLike, number>();
  private othersCount = 0;

  /**
   * Slot that holds the body until `release`; `bytes` is empty afterwards. Undefined when it is too large or all slots
   * are in use.
   */
  put(bytes: Uint8Array<ArrayBuffer>): SlottedBody | undefined {
    const sizeBytes = bytes.length;
    const slot = sizeBytes > largeDeliveryBytes ? undefined : this.free.pop();
    if (slot === undefined) return undefined;
    this.views[slot]!.set(bytes);
    bytes.buffer.transfer(0);
    return { slot, sizeBytes };
  }

  /**
   * The same for a body at the beginning of shared memory in which others will come, as those of the ports do. Each
   * time that memory is sent to a thread, its collector counts it anew, so it is sent once. Undefined: one of too many.
   */
  find({ buffer, byteOffset, length: sizeBytes }: Uint8Array): SlottedBody | undefined {
    assert(byteOffset === 0, "a body at the beginning");
    const known = this.others.get(buffer);
    if (known !== undefined) return { slot: known, sizeBytes };
    if (this.othersCount === otherBodiesMax) return undefined;
    const slot = bodySlots + this.othersCount++;
    this.others.set(buffer, slot);
    return { slot, sizeBytes, memory: buffer as SharedArrayBuffer };
  }

  /** The body has no reader left. */
  release({ slot }: SlottedBody): void {
    if (slot < bodySlots) this.free.push(slot);
  }
}
