import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { afterEach, describe, expect, test } from "vitest";
import {
  MailboxState,
  MailboxWord,
  type PreemptingAnswer,
  PreemptionMailbox,
} from "../../src/runtime/preemption-mailbox.ts";

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** A mailbox whose guests are lists of what they do, and the other end of its road. */
function openMailbox() {
  const { port1, port2 } = new MessageChannel() as unknown as { port1: MessagePort; port2: MessagePort };
  ports.push(port1, port2);
  let nowMs = 1_000;
  const done: unknown[] = [];
  const during: ((task: unknown) => void)[] = [];
  const answer = (task: unknown) => {
    done.push(task);
    for (const act of during) act(task);
    return { value: `done ${task}` };
  };
  const mailbox = new PreemptionMailbox(port1, answer, () => nowMs);
  const words = new Int32Array(mailbox.words);
  let number = 0;
  return {
    mailbox,
    words,
    done,
    during,
    wait: (ms: number) => {
      nowMs += ms;
    },
    offer(task: string, isSent = true) {
      if (Atomics.load(words, MailboxWord.state) !== MailboxState.open) return false;
      Atomics.store(words, MailboxWord.offer, ++number);
      Atomics.store(words, MailboxWord.state, MailboxState.offered);
      if (isSent) port2.postMessage({ number, task });
      return true;
    },
    send: (sent: number, task: string) => port2.postMessage({ number: sent, task }),
    takeBack: () =>
      Atomics.compareExchange(words, MailboxWord.state, MailboxState.offered, MailboxState.open) ===
      MailboxState.offered,
    answers(): PreemptingAnswer[] {
      const all: PreemptingAnswer[] = [];
      for (let next = receiveMessageOnPort(port2); next; next = receiveMessageOnPort(port2)) all.push(next.message);
      return all;
    },
  };
}

const calm = () => false;

describe("a thread's mailbox", () => {
  test("when nothing is offered, then a look does nothing, and when a guest is, then it is answered once the work has taken a while, and the mailbox is open again", () => {
    const { mailbox, done, during, offer, answers, words, wait } = openMailbox();
    during.push(() => wait(7));
    mailbox.open();
    mailbox.look(calm);
    expect(done).toEqual([]);
    expect(offer("a")).toBe(true);
    expect(offer("b")).toBe(false);
    wait(10);
    mailbox.look(calm);
    expect(done).toEqual([]);
    wait(100);
    mailbox.look(calm);
    expect(answers()).toEqual([{ number: 1, tookMs: 7, outcome: { value: "done a" } }]);
    expect(Atomics.load(words, MailboxWord.begun)).toBe(1);
    expect(offer("c")).toBe(true);
  });

  test("when the thread is at nothing, then nothing can be offered, and what was offered goes back", () => {
    const { mailbox, done, offer, takeBack, wait } = openMailbox();
    expect(offer("a")).toBe(false);
    mailbox.open();
    expect(offer("b")).toBe(true);
    mailbox.close();
    expect(takeBack()).toBe(false);
    mailbox.open();
    wait(100);
    mailbox.look(calm);
    expect(done).toEqual([]);
  });

  test("when a guest was taken back, then the next one is answered, in whatever order they arrive", () => {
    const { mailbox, done, offer, takeBack, send, wait } = openMailbox();
    mailbox.open();
    wait(100);
    offer("a");
    expect(takeBack()).toBe(true);
    mailbox.look(calm);
    offer("b", false);
    mailbox.look(calm);
    expect(done).toEqual([]);
    send(2, "b");
    mailbox.look(calm);
    expect(done).toEqual(["b"]);
  });

  test("when a guest looks, too, then it takes in nobody, and it is told when its host has to go on", () => {
    const { mailbox, done, during, offer, wait } = openMailbox();
    mailbox.open();
    wait(100);
    let isWanted = false;
    during.push(() => {
      expect(offer("second")).toBe(false);
      mailbox.look(calm);
      expect(mailbox.mustLeave).toBe(false);
      isWanted = true;
      expect(mailbox.mustLeave).toBe(true);
    });
    offer("first");
    mailbox.look(() => isWanted);
    expect(done).toEqual(["first"]);
    expect(mailbox.mustLeave).toBe(false);
  });

  test("when guests keep coming, then the thread has as much time for itself as they take, but for a short lead", () => {
    const { mailbox, during, offer, wait } = openMailbox();
    mailbox.open();
    let guestMs = 0;
    during.push(() => {
      wait(150);
      guestMs += 150;
    });
    let ownMs = 0;
    for (let look = 0; look < 10_000; look++) {
      offer("one more");
      mailbox.look(calm);
      wait(1);
      ownMs += 1;
    }
    expect(guestMs).toBeGreaterThan(ownMs * 0.9);
    expect(guestMs).toBeLessThanOrEqual(ownMs + 500);
  });
});
