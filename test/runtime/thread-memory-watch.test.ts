import { describe, expect, test } from "vitest";
import { MemoryWatch } from "../../src/runtime/thread-memory-watch.ts";

const megabyte = 2 ** 20;

/** A process of which this thread holds `kept`, which it can let go of, and `garbage`. */
class Process {
  others = 200;
  kept = 0;
  garbage = 0;
  needed = 0;
  collections = 0;
  now = 0;
  /** What is held is known as it was when it was collected last. */
  known: number | undefined;

  readonly watch: MemoryWatch;

  constructor(boundMb: number) {
    this.watch = new MemoryWatch(boundMb * megabyte, {
      residentBytes: () => (this.others + this.#held) * megabyte,
      heldBytes: () => (this.known ?? this.#held) * megabyte,
      collect: () => {
        this.garbage = 0;
        this.collections++;
        this.now += 5;
        this.known = this.#held;
      },
      nowMs: () => this.now,
    });
    this.watch.onShort(() => {
      this.garbage += this.kept / 2;
      this.kept /= 2;
    });
  }

  look(): void {
    this.now += 10;
    this.watch.lookOrRefuse();
  }

  get #held(): number {
    return this.kept + this.garbage + this.needed;
  }
}

describe("a watch over memory", () => {
  test("when there is room, then nothing is collected and nothing given up", () => {
    const own = new Process(700);
    own.kept = 100;
    own.garbage = 100;
    for (let i = 0; i < 10; i++) own.look();
    own.watch.giveBack();
    expect([own.collections, own.kept, own.watch.hasRoom(100 * megabyte)]).toEqual([0, 100, true]);
  });

  test("when garbage comes near the bound, then it is collected, and not again before more has come", () => {
    const own = new Process(700);
    own.needed = 100;
    own.garbage = 330;
    for (let i = 0; i < 10; i++) own.look();
    expect([own.collections, own.garbage]).toEqual([1, 0]);
    own.others = 250;
    own.garbage = 290;
    own.look();
    expect([own.collections, own.garbage]).toEqual([2, 0]);
  });

  test("when what is in use comes nearer, then what is kept for later makes way", () => {
    const own = new Process(700);
    own.kept = 190;
    own.needed = 250;
    own.look();
    expect([own.kept, own.watch.isShort]).toEqual([95, false]);
  });

  test("when somebody wants more than is left, then what is kept makes way; when that is not enough, then there is no room", () => {
    const own = new Process(700);
    own.kept = 160;
    own.needed = 200;
    expect(own.watch.hasRoom(150 * megabyte)).toBe(true);
    expect(own.kept).toBeLessThan(160);
    expect(own.watch.hasRoom(260 * megabyte)).toBe(false);
  });

  test("when the work of this thread fills the memory, then it is refused, and the next one is not", () => {
    const own = new Process(700);
    own.needed = 460;
    expect(() => own.look()).toThrow(
      expect.objectContaining({ code: "too_large", message: expect.stringContaining("700 MB") }),
    );
    own.needed = 0;
    own.watch.giveBack();
    own.look();
    expect(own.watch.isShort).toBe(false);
  });

  test("when a thread holds much that is shared with others, then its work is not refused for that", () => {
    const own = new Process(700);
    own.others = 600;
    own.needed = 90;
    own.watch.begin(40 * megabyte);
    own.look();
    expect([own.watch.isNear, own.watch.isShort]).toEqual([true, true]);
    own.watch.giveBack();
    expect(() => own.look()).toThrow(expect.objectContaining({ code: "too_large" }));
  });

  test("when work is done that took much, then what it held is collected at once", () => {
    const own = new Process(700);
    own.needed = 425;
    own.look();
    own.garbage = own.needed;
    own.needed = 0;
    own.watch.giveBack();
    expect([own.collections, own.garbage]).toEqual([2, 0]);
  });

  test("when others fill the memory and most of what a thread holds is garbage, then its work is not refused for that", () => {
    const own = new Process(700);
    own.others = 680;
    own.needed = 5;
    own.look();
    own.others -= 70;
    own.garbage = 75;
    own.known = 80;
    own.look();
    expect([own.garbage, own.known]).toEqual([0, 5]);
  });

  test("when a bound lies below what others take and work leaves nothing, then it is not collected behind each time", () => {
    const own = new Process(200);
    own.others = 260;
    for (let i = 0; i < 100; i++) {
      own.others += i % 2 === 0 ? 20 : -20;
      own.look();
      own.watch.giveBack();
    }
    expect(own.collections).toBeLessThan(30);
  });

  test("when others fill the memory, then work that takes little goes on", () => {
    const own = new Process(700);
    own.others = 690;
    own.needed = 5;
    own.look();
    expect(own.watch.isShort).toBe(true);
  });
});
