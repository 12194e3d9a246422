import type { MessagePort } from "node:worker_threads";
import { AppError } from "../../lib/errors.ts";
import {
  type MailboxAddress,
  MailboxState,
  MailboxWord,
  type PreemptingAnswer,
} from "../../runtime/preemption-mailbox.ts";
import type { TaskOutcome } from "../task-outcome.ts";

/** A task that a thread may do while it is at another one. */
export interface Guest {
  /** Plain data, without ports. */
  task: unknown;
  resolve(outcome: TaskOutcome<unknown>): void;
  /** Its thread died, or its answer cannot leave it. */
  reject(error: unknown): void;
  /** It was not begun, and will not be. */
  sendBack(): void;
}

/** The desks of all threads that have one. Main thread. */
export class GuestDesks {
  /** Used longest ago first. */
  readonly #desks = new Set<Desk>();
  #offers = 0;

  readonly #onAnswer: () => void;

  /** `onAnswer`: a desk is free again. */
  constructor(onAnswer: () => void) {
    this.#onAnswer = onAnswer;
  }

  /** Of a thread that tells of its desk. */
  add({ words, port }: MailboxAddress): void {
    const desk: Desk = { words: new Int32Array(words), port, guest: undefined, offer: 0 };
    this.#desks.add(desk);
    port.on("message", ({ number, outcome, error }: PreemptingAnswer) => {
      const guest = number === desk.offer ? this.#leave(desk) : undefined;
      if (error === undefined) guest?.resolve(outcome as TaskOutcome<unknown>);
      else guest?.reject(new Error(`An answer beside other work cannot cross threads: ${error}`));
      this.#onAnswer();
    });
    port.on("close", () => {
      this.#desks.delete(desk);
      desk.guest?.reject(new AppError("unavailable", "The thread that answered beside other work ended."));
    });
    port.unref();
  }

  /** False when no thread is at work that takes in guests, or all have one. */
  offer(guest: Guest): boolean {
    const { state, offer } = MailboxWord;
    for (const desk of this.#desks) {
      if (desk.guest !== undefined) continue;
      const number = ++this.#offers;
      Atomics.store(desk.words, offer, number);
      if (Atomics.compareExchange(desk.words, state, MailboxState.open, MailboxState.offered) !== MailboxState.open)
        continue;
      desk.port.postMessage({ number, task: guest.task });
      desk.guest = guest;
      desk.offer = number;
      return true;
    }
    return false;
  }

  /** Takes back what was not begun. */
  takeBack(): void {
    const { state, begun } = MailboxWord;
    const { offered, open } = MailboxState;
    for (const desk of [...this.#desks]) {
      if (desk.guest === undefined) continue;
      const isFree = Atomics.compareExchange(desk.words, state, offered, open) === offered;
      if (isFree || Atomics.load(desk.words, begun) !== desk.offer) this.#leave(desk)?.sendBack();
    }
  }

  #leave(desk: Desk): Guest | undefined {
    const { guest } = desk;
    desk.guest = undefined;
    this.#desks.delete(desk);
    this.#desks.add(desk);
    return guest;
  }
}

interface Desk {
  readonly words: Int32Array;
  readonly port: MessagePort;
  guest: Guest | undefined;
  /** The number of the last one. */
  offer: number;
}
