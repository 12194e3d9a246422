import { type MessagePort, parentPort, receiveMessageOnPort } from "node:worker_threads";
import { messageOf } from "../lib/errors.ts";

/** What the main thread knows of a desk; it comes with the message by which a thread tells that it has one. */
export interface MailboxAddress {
  /** Int32Array: see `MailboxWord`. */
  words: SharedArrayBuffer;
  /** Guests go in, what became of them comes out. */
  port: MessagePort;
}

/** A task for a thread that is at another one. Plain data, without ports. */
export interface PreemptingTask {
  /** Of the offer. */
  number: number;
  task: unknown;
}

export interface PreemptingAnswer {
  number: number;
  /** What the thread's own function gave. */
  outcome?: unknown;
  /** Why that cannot cross threads. */
  error?: string;
}

export const MailboxWord = {
  /** See `MailboxState`. */
  state: 0,
  /** The number of the guest that is offered, and of the one that was begun last. */
  offer: 1,
  begun: 2,
} as const;

/** The main thread turns `open` into `offered` and may take that back; the thread does the rest. */
export const MailboxState = { closed: 0, open: 1, offered: 2, taken: 3 } as const;

/**
 * Where a thread takes in short tasks while it is at a long one: whenever the long one looks whether it is to stop, it
 * looks here, too, and does the guest's task on top of its own. So nobody waits for a thread, and none has to be there
 * for it. One for each thread.
 *
 * Guests do not take in guests. The thread keeps half of its time, but for `leadMs` that guests may have before it.
 */
export class PreemptionMailbox {
  readonly #words = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  readonly #port: MessagePort;
  #isHostWanted: (() => boolean) | undefined;
  #openedMs = 0;
  /** When the work will have had as much time as its guests. */
  #evenMs = 0;

  readonly #answer: (task: unknown) => unknown;
  readonly #nowMs: () => number;

  /** `answer` must not throw. */
  constructor(port: MessagePort, answer: (task: unknown) => unknown, nowMs: () => number = () => performance.now()) {
    this.#answer = answer;
    this.#nowMs = nowMs;
    this.#port = port;
  }

  get words(): SharedArrayBuffer {
    return this.#words.buffer as SharedArrayBuffer;
  }

  /** The thread begins work that calls `look`. */
  open(): void {
    this.#openedMs = this.#nowMs();
    this.#letIn();
  }

  #letIn(): void {
    Atomics.store(this.#words, MailboxWord.state, MailboxState.open);
  }

  /** An offer that was not looked at goes back. */
  close(): void {
    Atomics.store(this.#words, MailboxWord.state, MailboxState.closed);
    // What is taken back would be kept until the next offer.
    while (receiveMessageOnPort(this.#port) !== undefined);
  }

  /** True while a guest is here whose host has to go on at once. */
  get mustLeave(): boolean {
    return this.#isHostWanted?.() ?? false;
  }

  /** Every few milliseconds of work. `isWanted`: whether somebody waits for the end of this work. */
  look(isWanted: () => boolean): void {
    if (Atomics.load(this.#words, MailboxWord.state) === MailboxState.offered) this.#takeIn(isWanted);
  }

  #takeIn(isWanted: () => boolean): void {
    const begunMs = this.#nowMs();
    if (begunMs - this.#openedMs < aloneMs || this.#evenMs - begunMs > leadMs) return;
    const guest = this.#receive();
    if (guest === undefined) return;
    this.#isHostWanted = isWanted;
    try {
      this.#send({ number: guest.number, outcome: this.#answer(guest.task) });
    } finally {
      this.#isHostWanted = undefined;
      this.#evenMs = Math.max(begunMs, this.#evenMs) + 2 * (this.#nowMs() - begunMs);
      this.#letIn();
    }
  }

  /** Whatever is wrong with a guest, the host goes on. */
  #send(answer: PreemptingAnswer): void {
    try {
      this.#port.postMessage(answer);
    } catch (error) {
      const failed: PreemptingAnswer = { number: answer.number, error: messageOf(error) };
      this.#port.postMessage(failed);
    }
  }

  /**
   * The one that is offered, not those that were and were taken back. Undefined: it has not arrived yet, or is taken
   * back at this moment.
   */
  #receive(): PreemptingTask | undefined {
    const number = Atomics.load(this.#words, MailboxWord.offer);
    let guest: PreemptingTask | undefined;
    while (guest?.number !== number) {
      guest = receiveMessageOnPort(this.#port)?.message as PreemptingTask | undefined;
      if (guest === undefined) return undefined;
    }
    // Before the state, so that who cannot take it back finds that it has begun.
    Atomics.store(this.#words, MailboxWord.begun, guest.number);
    const { offered, taken } = MailboxState;
    return Atomics.compareExchange(this.#words, MailboxWord.state, offered, taken) === offered ? guest : undefined;
  }
}

/** Work that is done sooner is nothing that anybody is stuck behind; a guest gets a thread of its own then. */
const aloneMs = 50;

/**
 * Several short guests one after the other; a longer one is followed by as much of the thread's own work as it took
 * beyond this.
 */
const leadMs = 200;

/** Gives this thread a desk and tells the main thread; the last `answer` counts. */
export function openPreemptionMailbox(answer: Answer): PreemptionMailbox {
  const thread = globalThis as ThreadWithDesk;
  thread[ofThread] ??= newDesk(answer);
  thread[ofThread].answer = answer;
  return thread[ofThread].desk;
}

/** That of this thread, if it has one. All copies of this module in a thread find the same. */
export function mailboxOfThread(): PreemptionMailbox | undefined {
  return (globalThis as ThreadWithDesk)[ofThread]?.desk;
}

type Answer = (task: unknown) => unknown;

interface KeptDesk {
  readonly desk: PreemptionMailbox;
  answer: Answer;
}

type ThreadWithDesk = { [ofThread]?: KeptDesk };

function newDesk(answer: Answer): KeptDesk {
  const { port1, port2 } = new MessageChannel() as unknown as { port1: MessagePort; port2: MessagePort };
  const kept: KeptDesk = { desk: new PreemptionMailbox(port1, (task) => kept.answer(task)), answer };
  const guestDesk: MailboxAddress = { words: kept.desk.words, port: port2 };
  parentPort?.postMessage({ guestDesk }, [port2]);
  return kept;
}

const ofThread = Symbol.for("vigie.guest-desk");
