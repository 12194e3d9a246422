import type { TimeSource } from "../engine/time-source.ts";
import type { Socket } from "../http/socket.ts";
import type { Backlog } from "./backlog.ts";
import { stallMsMax, waitingAnswersMax, waitingBytesMax } from "./limits.ts";

/**
 * Messages for one client, as fast as it reads them: only the newest state of each waiting update. A client that falls
 * behind the bound, or reads nothing for a while, is closed.
 */
export class Outbox {
  /** Key → text, in the order in which they began to wait. */
  readonly #waiting = new Map<string | symbol, string>();
  #waitingLength = 0;
  /** Of the last message sent, if the client has not read all of it. */
  #sentLength = 0;
  #answers = 0;
  #isStalled = false;
  #isClosed = false;
  #cancelAlarm: () => void = () => undefined;

  readonly #socket: Socket;
  readonly #time: TimeSource;
  readonly #backlog: Backlog;

  constructor(socket: Socket, time: TimeSource, backlog: Backlog) {
    this.#socket = socket;
    this.#time = time;
    this.#backlog = backlog;
  }

  /** Characters that the client has not read. */
  get length(): number {
    return this.#waitingLength + this.#sentLength;
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
    if (this.#isClosed) return;
    this.#goOn();
    this.#flush();
  }

  /** The socket is closed, or will be. */
  close(): void {
    this.#empty();
    this.#goOn();
  }

  /** Without a farewell, which the client would not read either. */
  cut(): void {
    this.close();
    this.#socket.terminate();
  }

  #put(key: string | symbol, text: string): void {
    if (this.#isClosed) return;
    this.#waitingLength += text.length - (this.#waiting.get(key)?.length ?? 0);
    this.#waiting.set(key, text);
    this.#flush();
    if (this.#waitingLength > waitingBytesMax || this.#answers > waitingAnswersMax) this.#giveUp();
    else if (this.#isStalled) this.#backlog.keepWithin();
  }

  #flush(): void {
    for (const [key, text] of this.#waiting) {
      if (this.#isStalled || this.#isClosed) return;
      this.#waiting.delete(key);
      this.#waitingLength -= text.length;
      if (typeof key === "symbol") this.#answers -= 1;
      if (this.#socket.send(text) === -1) this.#stall(text.length);
    }
  }

  #stall(sentLength: number): void {
    this.#isStalled = true;
    this.#sentLength = sentLength;
    this.#cancelAlarm = this.#time.after(stallMsMax, () => this.cut());
    this.#backlog.add(this);
  }

  #goOn(): void {
    this.#isStalled = false;
    this.#sentLength = 0;
    this.#backlog.remove(this);
    this.#cancelAlarm();
  }

  #giveUp(): void {
    this.#empty();
    this.#cancelAlarm();
    this.#cancelAlarm = this.#time.after(stallMsMax, () => this.cut());
    this.#socket.close(1013, "The client reads too slowly.");
  }

  #empty(): void {
    this.#isClosed = true;
    this.#waiting.clear();
    this.#waitingLength = 0;
  }
}
