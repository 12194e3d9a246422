import type { MessagePort } from "node:worker_threads";
import { AppError } from "../../lib/errors.ts";
import {
  type MailboxAddress,
  MailboxState,
  MailboxWord,
  type PreemptingAnswer,
} from "../../runtime/preemption-mailbox.ts";
import type { TaskOutcome } from "../task-outcome.ts";

/** A task that may interrupt a thread at work. */
export interface PreemptingOffer {
  /** Plain data, without ports. */
  task: unknown;
  /** `tookMs`: how long it had the thread. */
  resolve(outcome: TaskOutcome<unknown>, tookMs: number): void;
  /** Its thread died, or its answer cannot be sent. */
  reject(error: unknown): void;
  /** It was not begun, and will not be. */
  sendBack(): void;
}

/** The mailboxes of all threads that have one. Main thread. */
export class PreemptionMailboxes {
  /** Used longest ago first. */
  readonly #mailboxes = new Set<Mailbox>();
  #offers = 0;

  readonly #onAnswer: () => void;

  /** `onAnswer`: a mailbox is free again. */
  constructor(onAnswer: () => void) {
    this.#onAnswer = onAnswer;
  }

  /** Adds a thread that announced its mailbox. */
  add({ words, port }: MailboxAddress): void {
    const mailbox: Mailbox = { words: new Int32Array(words), port, offered: undefined, offer: 0 };
    this.#mailboxes.add(mailbox);
    port.on("message", ({ number, tookMs, outcome, error }: PreemptingAnswer) => {
      const offered = number === mailbox.offer ? this.#leave(mailbox) : undefined;
      if (error === undefined) offered?.resolve(outcome as TaskOutcome<unknown>, tookMs);
      else offered?.reject(new Error(`An answer beside other work cannot cross threads: ${error}`));
      this.#onAnswer();
    });
    port.on("close", () => {
      this.#mailboxes.delete(mailbox);
      mailbox.offered?.reject(new AppError("unavailable", "The thread that answered ended."));
    });
    port.unref();
  }

  /** False when no thread at work may be preempted, or all are. */
  offer(offered: PreemptingOffer): boolean {
    const { state, offer } = MailboxWord;
    for (const mailbox of this.#mailboxes) {
      if (mailbox.offered !== undefined) continue;
      const number = ++this.#offers;
      Atomics.store(mailbox.words, offer, number);
      if (Atomics.compareExchange(mailbox.words, state, MailboxState.open, MailboxState.offered) !== MailboxState.open)
        continue;
      mailbox.port.postMessage({ number, task: offered.task });
      mailbox.offered = offered;
      mailbox.offer = number;
      return true;
    }
    return false;
  }

  /** Takes back tasks that were not begun. */
  takeBack(): void {
    const { state, begun } = MailboxWord;
    const { offered, open } = MailboxState;
    for (const mailbox of [...this.#mailboxes]) {
      if (mailbox.offered === undefined) continue;
      const isFree = Atomics.compareExchange(mailbox.words, state, offered, open) === offered;
      if (isFree || Atomics.load(mailbox.words, begun) !== mailbox.offer) this.#leave(mailbox)?.sendBack();
    }
  }

  #leave(mailbox: Mailbox): PreemptingOffer | undefined {
    const { offered } = mailbox;
    mailbox.offered = undefined;
    this.#mailboxes.delete(mailbox);
    this.#mailboxes.add(mailbox);
    return offered;
  }
}

interface Mailbox {
  readonly words: Int32Array;
  readonly port: MessagePort;
  offered: PreemptingOffer | undefined;
  /** The number of the last one. */
  offer: number;
}
