import type { TimeSource } from "../engine/time-source.ts";
import type { Socket } from "../http/socket.ts";
import { stallMsMax, waitingAnswersMax, waitingBytesMax } from "./limits.ts";

/**
 * Messages for one client, as fast as it reads them: only the newest state of each waiting update. A client that falls
 * behind the bound, or reads nothing for a while, is closed.
 */
export class Outbox {
  /** Key → text, in the order in which they began to wait. */
  readonly #waiting = new Map<string | symbol, string>();
  #waitingLength = 0;
  #answers = 0;
  #isStalled = false;
  #isClosed = false;
  #cancelAlarm: () => void = () => undefined;

  readonly #socket: Socket;
  readonly #time: TimeSource;

  constructor(socket: Socket, time: TimeSource) {
    this.#socket = socket;
    this.#time = time;
  }

  /** Sent once, after everything that waits. */
  answer(text: string): void {
    this.#answers += 1;
    this.#put(Symbol(), text);
  }

  /** Replaces the message that still waits under the key. */
  update(key: string, text: string): void {
    this.#put(key, text);
  }

  /** Drops the message that waits under the key. */
  drop(key: string): void {
    this.#waitingLength -= this.#waiting.get(key)?.length ?? 0;
    this.#waiting.delete(key);
  }

  /** The client has read something. */
  drain(): void {
    this.#isStalled = false;
    this.#cancelAlarm();
    this.#flush();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelAlarm();
    this.#waiting.clear();
  }

  #put(key: string | symbol, text: string): void {
    if (this.#isClosed) return;
    this.#waitingLength += text.length - (this.#waiting.get(key)?.length ?? 0);
    this.#waiting.set(key, text);
    this.#flush();
    if (this.#waitingLength > waitingBytesMax || this.#answers > waitingAnswersMax) this.#giveUp();
  }

  #flush(): void {
    for (const [key, text] of this.#waiting) {
      if (this.#isStalled || this.#isClosed) return;
      this.#waiting.delete(key);
      this.#waitingLength -= text.length;
      if (typeof key === "symbol") this.#answers -= 1;
      if (this.#socket.send(text) === -1) this.#stall();
    }
  }

  #stall(): void {
    this.#isStalled = true;
    this.#cancelAlarm = this.#time.after(stallMsMax, () => this.#cut());
  }

  #giveUp(): void {
    this.close();
    this.#socket.close(1013, "The client reads too slowly.");
    this.#cancelAlarm = this.#time.after(stallMsMax, () => this.#cut());
  }

  /** It would not read a farewell either. */
  #cut(): void {
    this.close();
    this.#socket.terminate();
  }
}
