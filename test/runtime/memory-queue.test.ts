import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Claim, type ClaimKind, MemoryQueue, type Share } from "../../src/runtime/memory-queue.ts";

/** A claim that notes when it was given what it wants. */
function claimOf(shares: MemoryQueue, bytes: number, kind: ClaimKind = "task") {
  const given: { share: Share | undefined; claim: Claim } = {
    share: undefined,
    claim: {
      kind,
      bytes,
      offer: () => {
        given.share = shares.tryTake(given.claim);
      },
    },
  };
  given.share = shares.tryTake(given.claim);
  return given;
}

const kinds = fc.constantFrom<ClaimKind>("body", "task");

describe("MemoryQueue", () => {
  test("when there is room, then a share is given at once, else when others have given back", () => {
    const shares = new MemoryQueue(100);
    const first = claimOf(shares, 60);
    const second = claimOf(shares, 40);
    const third = claimOf(shares, 50);
    expect([first.share, second.share, third.share].map((share) => share !== undefined)).toEqual([true, true, false]);
    second.share!.release();
    expect(third.share).toBeUndefined();
    first.share!.release();
    expect(third.share).toBeDefined();
    expect(shares.status()).toEqual({ totalBytes: 100, takenBytes: 50, waiting: 0 });
  });

  test("when one wants more than there is, then it has its turn alone, and small ones do not pass it by", () => {
    const shares = new MemoryQueue(100);
    const small = claimOf(shares, 10);
    const large = claimOf(shares, 500);
    const later = claimOf(shares, 10);
    expect(large.share ?? later.share).toBeUndefined();
    small.share!.release();
    expect(large.share).toBeDefined();
    expect(later.share).toBeUndefined();
    large.share!.release();
    expect(later.share).toBeDefined();
  });

  test("when the first in line leaves it or wants nothing any more, then the next one has its turn", () => {
    const shares = new MemoryQueue(100);
    const all = claimOf(shares, 100);
    const gone = claimOf(shares, 100);
    shares.tryTake({ kind: "task", bytes: 100, offer: () => undefined });
    const last = claimOf(shares, 20);
    shares.leave(gone.claim);
    all.share!.release();
    expect(gone.share).toBeUndefined();
    expect(last.share).toBeDefined();
  });

  test("when one that took its share waits for another one, then it is still in line", () => {
    const shares = new MemoryQueue(100);
    const bodies = [claimOf(shares, 60, "body"), claimOf(shares, 40, "body")];
    const taken: Share[] = [];
    const claim: Claim = { kind: "task", bytes: 40, offer: () => takeAll() };
    const takeAll = () => {
      for (let share = shares.tryTake(claim); share !== undefined; share = shares.tryTake(claim)) taken.push(share);
    };
    takeAll();
    bodies[1]!.share!.release();
    expect(taken).toHaveLength(1);
    expect(shares.status().waiting).toBe(1);
    bodies[0]!.share!.release();
    expect(taken).toHaveLength(2);
  });

  test("when many bodies wait, then a task that comes later has its turn behind one of them, and the other way round", () => {
    const shares = new MemoryQueue(100);
    let held = claimOf(shares, 100).share!;
    const waiting = new Map(
      ["b1", "b2", "b3", "b4", "t1", "t2", "t3"].map((name) => [
        name,
        claimOf(shares, 100, name.startsWith("b") ? "body" : "task"),
      ]),
    );
    const served: string[] = [];
    while (waiting.size > 0) {
      held.release();
      const [name, { share }] = [...waiting].find(([, given]) => given.share !== undefined)!;
      served.push(name);
      waiting.delete(name);
      held = share!;
    }
    expect(served).toEqual(["b1", "t1", "b2", "t2", "b3", "t3", "b4"]);
  });

  test("when a share needs less after all, then others have the rest, and it is given back once", () => {
    const shares = new MemoryQueue(100);
    const first = claimOf(shares, 100);
    const second = claimOf(shares, 70);
    first.share!.shrinkTo(30);
    expect(second.share).toBeDefined();
    first.share!.release();
    first.share!.release();
    first.share!.shrinkTo(10);
    expect(shares.status().takenBytes).toBe(70);
  });

  test("when nobody gives anything back in time, then who waits is told so and is in nobody's way", async () => {
    const shares = new MemoryQueue(100);
    const held = (await shares.take("body", 100, 1_000))!;
    expect(await shares.take("task", 10, 1)).toBeUndefined();
    expect(shares.isShort).toBe(false);
    const waiting = shares.take("task", 10, 60_000);
    expect(shares.isShort).toBe(true);
    held.release();
    expect(await waiting).toBeDefined();
  });

  test("when work can do without, then it gets only what nobody else waits for", () => {
    const shares = new MemoryQueue(100);
    const spare = shares.tryTakeSpare(60)!;
    expect(shares.tryTakeSpare(60)).toBeUndefined();
    const waiting = claimOf(shares, 50);
    expect(shares.tryTakeSpare(10)).toBeUndefined();
    spare.release();
    expect(waiting.share).toBeDefined();
  });

  test("when any claims come and go, then no more is given than there is, and all have their turn in order", () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 150 }), kinds, fc.boolean()), { maxLength: 60 }),
        (steps) => {
          const shares = new MemoryQueue(100);
          const claims: ReturnType<typeof claimOf>[] = [];
          const held = () => claims.filter(({ share }) => share !== undefined);
          const released = new Set<unknown>();
          const check = () => {
            const open = held().filter((one) => !released.has(one));
            const bytes = open.reduce((sum, { claim }) => sum + claim.bytes, 0);
            expect(shares.status().takenBytes).toBe(bytes);
            expect(bytes <= 100 || open.length === 1).toBe(true);
            for (const kind of ["body", "task"]) {
              const ofKind = claims.filter(({ claim }) => claim.kind === kind).map(({ share }) => share !== undefined);
              expect(ofKind.lastIndexOf(true)).toBeLessThan(ofKind.indexOf(false) >>> 0);
            }
          };
          for (const [bytes, kind, isRelease] of steps) {
            const open = held().find((one) => !released.has(one));
            if (isRelease && open !== undefined) {
              released.add(open);
              open.share!.release();
            } else claims.push(claimOf(shares, bytes, kind));
            check();
          }
          for (let open = held().find((one) => !released.has(one)); open; ) {
            released.add(open);
            open.share!.release();
            check();
            open = held().find((one) => !released.has(one));
          }
          expect(claims.every(({ share }) => share !== undefined)).toBe(true);
        },
      ),
    ));

  describe("with what is really resident", () => {
    /** Of a process with so many bytes left, whose time passes when it is told to. */
    function processWith(leftBytes: number) {
      const own = { leftBytes, asked: [] as number[], nowMs: 0, alarms: [] as (() => void)[] };
      const room = { leftBytes: () => own.leftBytes, make: (bytes: number) => own.asked.push(bytes) };
      const shares = new MemoryQueue(100, room, {
        monotonicMs: () => own.nowMs,
        after: (_, action) => {
          own.alarms.push(action);
          return () => undefined;
        },
      });
      const pass = (milliseconds: number) => {
        own.nowMs += milliseconds;
        for (const alarm of own.alarms.splice(0)) alarm();
      };
      return { own, shares, pass };
    }

    test("when others hold too much, then nothing begins, room is asked for, and it begins when there is some", () => {
      const { own, shares, pass } = processWith(30);
      const claim = claimOf(shares, 40);
      pass(100);
      expect(claim.share).toBeUndefined();
      expect(own.asked).toEqual([40, 40]);
      own.leftBytes = 40;
      pass(100);
      expect(claim.share).toBeDefined();
    });

    test("when it does not become less and nothing else is at work, then the next one begins all the same, alone", () => {
      const { shares, pass } = processWith(-50);
      const claims = [claimOf(shares, 40), claimOf(shares, 40)];
      pass(500);
      expect(claims[0]!.share).toBeUndefined();
      pass(500);
      expect(claims.map(({ share }) => share !== undefined)).toEqual([true, false]);
      pass(60_000);
      expect(claims[1]!.share).toBeUndefined();
      claims[0]!.share!.release();
      pass(1_000);
      expect(claims[1]!.share).toBeDefined();
    });

    test("when one has just begun, then what it will take counts though it is not resident yet", () => {
      const { shares, pass } = processWith(60);
      expect(claimOf(shares, 40).share).toBeDefined();
      const second = claimOf(shares, 40);
      expect(second.share).toBeUndefined();
      pass(500);
      expect(second.share).toBeDefined();
    });

    test("when spare work comes beside a task that has just begun, then what other spare work will take counts, the task's does not", () => {
      const { own, shares } = processWith(60);
      expect(claimOf(shares, 50).share).toBeDefined();
      expect(shares.tryTakeSpare(30)).toBeDefined();
      own.leftBytes = 49;
      expect(shares.tryTakeSpare(20)).toBeUndefined();
      own.leftBytes = 50;
      expect(shares.tryTakeSpare(20)).toBeDefined();
      expect(shares.status()).toEqual({ totalBytes: 100, takenBytes: 100, waiting: 0 });
      own.leftBytes = 1_000;
      expect(shares.tryTakeSpare(1)).toBeUndefined();
      expect(own.asked).toEqual([]);
    });

    test("when spare work is alone, then it begins only where memory is left, however long that takes", () => {
      const { own, shares, pass } = processWith(-1);
      for (let second = 0; second < 5; second++) {
        expect(shares.tryTakeSpare(1)).toBeUndefined();
        pass(1_000);
      }
      expect(own).toMatchObject({ asked: [], alarms: [] });
      own.leftBytes = 1;
      expect(shares.tryTakeSpare(1)).toBeDefined();
    });

    test("when spare work has just begun, then requests count what it will take", () => {
      const { shares, pass } = processWith(60);
      expect(shares.tryTakeSpare(40)).toBeDefined();
      const claim = claimOf(shares, 40);
      expect(claim.share).toBeUndefined();
      pass(500);
      expect(claim.share).toBeDefined();
    });

    test("when a request waits for memory, then spare work that would fit gets none until it has its own", () => {
      const { own, shares, pass } = processWith(60);
      const first = claimOf(shares, 10);
      const waiting = claimOf(shares, 80);
      expect(waiting.share).toBeUndefined();
      expect(shares.tryTakeSpare(1)).toBeUndefined();
      own.leftBytes = 100;
      expect(shares.tryTakeSpare(1)).toBeUndefined();
      pass(20);
      expect(waiting.share).toBeDefined();
      expect(shares.tryTakeSpare(10)).toBeDefined();
      first.share!.release();
      const gone = claimOf(shares, 100);
      expect(shares.tryTakeSpare(1)).toBeUndefined();
      shares.leave(gone.claim);
      expect(shares.tryTakeSpare(1)).toBeDefined();
    });

    test("when one has ended, then what it took counts as what is resident does, and room is asked for by nobody", () => {
      const { own, shares } = processWith(60);
      for (let count = 0; count < 20; count++) {
        const { share } = claimOf(shares, 40);
        expect(share).toBeDefined();
        share!.release();
      }
      expect(own.asked).toEqual([]);
    });
  });
});
