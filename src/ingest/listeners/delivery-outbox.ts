import { FramedBody, framedBodyBytes } from "../framing/framed-body.ts";
import {
  collectMs,
  deliveriesPerAddressMax,
  deliveriesPerListenerMax,
  framedTextBytes,
  framesPerBodyMax,
} from "./limits.ts";

/** A body on its way to the disk. */
export interface FramedDelivery {
  /** Lies in shared memory, which is reused once `deliver` has resolved. */
  bytes: Uint8Array;
  sources: readonly string[];
  /** Later bodies will lie in the same memory. */
  isReused: boolean;
}

/**
 * Collects the messages of all connections of a listener into bodies and hands these to the intake, a few at a time.
 * While there is at most one on its way, the next goes out at the end of a turn of the event loop, so that it is read
 * while the other waits for the disk; otherwise it is filled meanwhile, for a moment at most, so bodies are small when
 * little comes and large when much does. The last one is left to addresses that do not have all others: these may
 * take long. Main thread.
 */
export class DeliveryOutbox {
  readonly #deliver: (body: FramedDelivery) => Promise<boolean>;
  readonly #onRoom: () => void;
  readonly #free: FramedBody[] = [];
  #open: OpenDelivery | undefined;
  #isScheduled = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** With the addresses whose messages they hold. */
  readonly #onTheirWay = new Map<Promise<void>, ReadonlySet<string>>();

  /**
   * `deliver` resolves with whether the events are on disk; false: they never will be. Calls `onRoom` when there is a
   * body again after `next` returned none.
   */
  constructor(deliver: (body: FramedDelivery) => Promise<boolean>, onRoom: () => void) {
    this.#deliver = deliver;
    this.#onRoom = onRoom;
  }

  /**
   * The body being filled, with space for a message of this many bytes from this address; undefined when there is none
   * at the moment.
   */
  open(address: string, bytes = 0): FramedBody | undefined {
    if (this.#hasManyOf(address)) return undefined;
    const body = this.#open?.body ?? this.#begin(bytes);
    return body === undefined || (!body.isFull && bytes <= body.freeBytes) ? body : this.next(address, bytes);
  }

  /** Sends the body being filled, if there is one, and opens another. */
  next(address: string, bytes = 0): FramedBody | undefined {
    if (this.#hasManyOf(address)) return undefined;
    this.#send();
    if (this.#hasManyOf(address)) return undefined;
    const empty = this.#open?.body;
    this.#open = undefined;
    if (empty !== undefined) this.#keep(empty);
    return this.#begin(bytes);
  }

  /** A message was added. */
  wake(): void {
    if (this.#isScheduled) return;
    if (this.#onTheirWay.size > 1) {
      this.#timer ??= setTimeout(() => this.#send(), collectMs).unref();
      return;
    }
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#send();
    });
  }

  /** Calls back when the present content of the body being filled is on disk. */
  whenStored(acknowledge: () => void): void {
    this.#open?.acknowledgements.push(acknowledge);
  }

  /** Resolves when no delivery is in flight. */
  async flush(): Promise<void> {
    this.#send();
    while (this.#onTheirWay.size > 0) await Promise.all(this.#onTheirWay.keys());
  }

  #hasManyOf(address: string): boolean {
    if (this.#onTheirWay.size < deliveriesPerAddressMax) return false;
    let count = 0;
    for (const addresses of this.#onTheirWay.values()) if (addresses.has(address)) count++;
    return count >= deliveriesPerAddressMax;
  }

  /** One message may need more memory than bodies have; it gets a body of its own. */
  #begin(bytes: number): FramedBody | undefined {
    if (this.#onTheirWay.size >= deliveriesPerListenerMax) return undefined;
    const body = bytes > framedTextBytes ? makeBody(bytes, 1) : (this.#free.pop() ?? makeBody(framedTextBytes));
    body.begin();
    this.#open = { body, acknowledgements: [] };
    return body;
  }

  #send(): void {
    const open = this.#open;
    if (open === undefined || (open.body.count === 0 && open.acknowledgements.length === 0)) return;
    this.#open = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const sent = this.#bring(open).finally(() => {
      this.#onTheirWay.delete(sent);
      this.#keep(open.body);
      this.#send();
      this.#onRoom();
    });
    this.#onTheirWay.set(sent, new Set(open.body.sources));
  }

  /** For the next messages. */
  #keep(body: FramedBody): void {
    if (isReused(body)) this.#free.push(body);
  }

  async #bring({ body, acknowledgements }: OpenDelivery): Promise<void> {
    const { sources } = body;
    if (body.count > 0 && !(await this.#deliver({ bytes: body.seal(), sources, isReused: isReused(body) }))) return;
    for (const acknowledge of acknowledgements) acknowledge();
  }
}

interface OpenDelivery {
  body: FramedBody;
  acknowledgements: (() => void)[];
}

/** Not one for a single large message. */
function isReused({ textRoom }: FramedBody): boolean {
  return textRoom === framedTextBytes;
}

function makeBody(textRoom: number, framesMax = framesPerBodyMax): FramedBody {
  return new FramedBody(new SharedArrayBuffer(framedBodyBytes(textRoom, framesMax)), textRoom, framesMax);
}
