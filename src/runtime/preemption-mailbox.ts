import { type MessagePort, parentPort, receiveMessageOnPort } from "node:worker_threads";
import { messageOf } from "../lib/errors.ts";

/** The main thread's view of a mailbox; a thread sends it when it opens one. */
export interface MailboxAddress {
  /** Int32Array: see `MailboxWord`. */
  words: SharedArrayBuffer;
  /** Preempting tasks go in, their answers come out. */
  port: MessagePort;
}

/** A task for a thread at work. Plain data, without ports. */
export interface PreemptingTask {
  /** Number of the offer. */
  number: number;
  task: unknown;
}

export interface PreemptingAnswer {
  number: number;
  /** How long the task had the thread. */
  tookMs: number;
  /** The result of the thread's own function. */
  outcome?: unknown;
  /** The reason why the result cannot cross threads. */
  error?: string;
}

export const MailboxWord = {
  /** See `MailboxState`. */
  state: 0,
  /** The number of the offered task, and of the one that was begun last. */
  offer: 1,
  begun: 2,
} as const;

/** The main thread turns `open` into `offered` and may take that back; the thread does the rest. */
export const MailboxState = { closed: 0, open: 1, offered: 2, taken: 3 } as const;

/**
 * A preempting task is not preempted. The running task keeps half of the thread's time, except that others may be ahead
 * by `leadMs`.
 */
export class PreemptionMailbox {
  readonly #words = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  readonly #port: MessagePort;
  #isWanted: (() => boolean) | undefined;
  #openedMs = 0;
  /** Time at which the work will have had as much time as its preempting tasks. */
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

  /** Takes back an offer that was not seen. */
  close(): void {
    Atomics.store(this.#words, MailboxWord.state, MailboxState.closed);
    // A task that was taken back would otherwise stay here until the next offer.
    while (receiveMessageOnPort(this.#port) !== undefined);
  }

  /** True while a preempting task is here and the preempted one has to go on at once. */
  get mustLeave(): boolean {
    return this.#isWanted?.() ?? false;
  }

  /** Called every few milliseconds of work. `isWanted`: whether somebody waits for this work to end. */
  look(isWanted: () => boolean): void {
    if (Atomics.load(this.#words, MailboxWord.state) === MailboxState.offered) this.#takeIn(isWanted);
  }

  #takeIn(isWanted: () => boolean): void {
    const begunMs = this.#nowMs();
    if (begunMs - this.#openedMs < aloneMs || this.#evenMs - begunMs > leadMs) return;
    const preempting = this.#receive();
    if (preempting === undefined) return;
    this.#isWanted = isWanted;
    try {
      const outcome = this.#answer(preempting.task);
      this.#send({ number: preempting.number, tookMs: this.#nowMs() - begunMs, outcome });
    } finally {
      this.#isWanted = undefined;
      this.#evenMs = Math.max(begunMs, this.#evenMs) + 2 * (this.#nowMs() - begunMs);
      this.#letIn();
    }
  }

  /** A failure of the preempting task does not affect the preempted one. */
  #send(answer: PreemptingAnswer): void {
    try {
      this.#port.postMessage(answer);
    } catch (error) {
      const failed: PreemptingAnswer = { ...answer, outcome: undefined, error: messageOf(error) };
      this.#port.postMessage(failed);
    }
  }

  /**
   * The offered task, not earlier ones that were taken back. Undefined: it has not arrived yet, or is being taken back.
   */
  #receive(): PreemptingTask | undefined {
    const number = Atomics.load(this.#words, MailboxWord.offer);
    let preempting: PreemptingTask | undefined;
    while (preempting?.number !== number) {
      preempting = receiveMessageOnPort(this.#port)?.message as PreemptingTask | undefined;
      if (preempting === undefined) return undefined;
    }
    // Before the state, so that a main thread that cannot take it back sees that it has begun.
    Atomics.store(this.#words, MailboxWord.begun, preempting.number);
    const { offered, taken } = MailboxState;
    return Atomics.compareExchange(this.#words, MailboxWord.state, offered, taken) === offered ? preempting : undefined;
  }
}

/** Shorter work delays nobody: the waiting task gets a thread of its own. */
const aloneMs = 50;

/** Several short tasks may preempt one after the other; a longer one is followed by as much of the preempted work. */
const leadMs = 200;

/** Gives this thread a mailbox and tells the main thread; the last `answer` counts. */
export function openPreemptionMailbox(answer: Answer): PreemptionMailbox {
  const thread = globalThis as ThreadWithMailbox;
  thread[ofThread] ??= newMailbox(answer);
  thread[ofThread].answer = answer;
  return thread[ofThread].mailbox;
}

/** The mailbox of this thread, if it has one. All copies of this module in a thread find the same. */
export function mailboxOfThread(): PreemptionMailbox | undefined {
  return (globalThis as ThreadWithMailbox)[ofThread]?.mailbox;
}

type Answer = (task: unknown) => unknown;

interface KeptMailbox {
  readonly mailbox: PreemptionMailbox;
  answer: Answer;
}

type ThreadWithMailbox = { [ofThread]?: KeptMailbox };

function newMailbox(answer: Answer): KeptMailbox {
  const { port1, port2 } = new MessageChannel() as unknown as { port1: MessagePort; port2: MessagePort };
  const kept: KeptMailbox = { mailbox: new PreemptionMailbox(port1, (task) => kept.answer(task)), answer };
  const mailbox: MailboxAddress = { words: kept.mailbox.words, port: port2 };
  parentPort?.postMessage({ mailbox }, [port2]);
  return kept;
}

const ofThread = Symbol.for("vigie.preempting-mailbox");
