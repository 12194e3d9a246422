import { AppError } from "../../lib/errors.ts";
import { type BodyPaces, bodyPaces, halfSentMs, type Pace, waitedForLookMs, wholeBodyBytes } from "../limits.ts";

/** One body on its way. */
export interface BodyReading {
  /** The announced size is counted already; otherwise `grow` counts what arrives. */
  readonly isReserved: boolean;
  /** Bytes that have arrived so far. Throws `too_many` when they exceed the budget. */
  grow(arrivedBytes: number): void;
  /** It has memory of its own from now on; `isWaitedFor` tells whether others wait for it. */
  leaveRoom(isWaitedFor: () => boolean): void;
  /** Rejects with `timeout` when the body comes too slowly, `unavailable` at a stop; otherwise it never settles. */
  readonly givenUp: Promise<never>;
  /** Call it in every case. */
  end(): void;
}

/**
 * The memory that all bodies being read share. Bytes that arrive count, not announced ones: senders who announce much
 * and send little take no room from others. When there is none left, slow bodies are given up in favour of fast ones,
 * and the largest is read whatever its size: otherwise large ones that come together would all be refused, each half
 * read.
 */
export class BodyRoom {
  /** In the order in which they began. */
  private readonly held = new Set<HeldBody>();
  private usedBytes = 0;
  private reservedBytes = 0;
  /** No body that comes later is read to its end. */
  private endMs = Number.POSITIVE_INFINITY;

  constructor(
    private readonly totalBytes: number,
    private readonly paces: BodyPaces = bodyPaces,
  ) {}

  /**
   * `announcedBytes`: reserved if it fits into half of the room together with all others, so that the body can be read
   * in one piece; 0: never.
   */
  begin(announcedBytes: number): BodyReading {
    const isReserved = announcedBytes > 0 && this.canReserve(announcedBytes);
    const body = new HeldBody(isReserved);
    this.held.add(body);
    if (isReserved) {
      this.reservedBytes += announcedBytes;
      this.resize(body, announcedBytes);
    }
    this.watch(body);
    return {
      isReserved,
      grow: (arrivedBytes) => this.grow(body, arrivedBytes),
      leaveRoom: (isWaitedFor) => {
        if (!this.held.has(body)) return;
        const { sizeBytes } = body;
        this.resize(body, 0);
        body.isWaitedFor = isWaitedFor;
        // The wait for that memory is no fault of its sender.
        body.beganMs = performance.now();
        this.resize(body, sizeBytes);
        clearTimeout(body.alarm);
        this.watch(body);
      },
      givenUp: body.givenUp.promise,
      end: () => this.release(body),
    };
  }

  /** The service stops: bodies that do not arrive in a moment are given up, and so are later ones. */
  stop(): void {
    this.endMs = performance.now() + halfSentMs;
    for (const body of this.held) {
      clearTimeout(body.alarm);
      this.watch(body);
    }
  }

  /** Small ones have their half even while large ones exceed theirs. */
  private canReserve(bytes: number): boolean {
    return (this.reservedBytes + bytes) * 2 <= this.totalBytes;
  }

  private grow(body: HeldBody, arrivedBytes: number): void {
    if (!this.held.has(body)) throw tooSlow();
    this.resize(body, arrivedBytes);
    if (body.isElsewhere) return;
    if (this.usedBytes > this.totalBytes && this.isAmongSmall(body)) return;
    for (const other of this.held) {
      if (this.usedBytes <= this.totalBytes) return;
      if (other !== body && !other.isElsewhere && other.leftMs(this.paces.whenFull) <= 0) this.giveUp(other);
    }
    if (this.usedBytes > this.totalBytes && body !== this.largest()) throw tooMany();
  }

  /** The same half is for bodies without an announced size, as far as all small ones fit into it. */
  private isAmongSmall(body: HeldBody): boolean {
    if (body.sizeBytes > wholeBodyBytes) return false;
    let smallBytes = 0;
    for (const { sizeBytes, isElsewhere } of this.held)
      if (sizeBytes <= wholeBodyBytes && !isElsewhere) smallBytes += sizeBytes;
    return smallBytes * 2 <= this.totalBytes;
  }

  /** The largest body; among equals, the one that began first. */
  private largest(): HeldBody | undefined {
    let largest: HeldBody | undefined;
    for (const body of this.held) if (!body.isElsewhere && body.sizeBytes > (largest?.sizeBytes ?? -1)) largest = body;
    return largest;
  }

  private watch(body: HeldBody): void {
    const isWaitedFor = body.isWaitedFor?.() ?? false;
    const pace = isWaitedFor ? this.paces.whenWaitedFor : this.paces.always;
    const leftMs = Math.min(body.leftMs(pace), this.endMs - performance.now());
    if (leftMs <= 0) this.giveUp(body);
    else body.alarm = setTimeout(() => this.watch(body), body.isElsewhere ? Math.min(leftMs, waitedForLookMs) : leftMs);
  }

  private giveUp(body: HeldBody): void {
    this.release(body);
    body.givenUp.reject(this.endMs === Number.POSITIVE_INFINITY ? tooSlow() : stopping());
  }

  private release(body: HeldBody): void {
    if (!this.held.delete(body)) return;
    clearTimeout(body.alarm);
    if (body.isReserved) this.reservedBytes -= body.sizeBytes;
    this.resize(body, 0);
  }

  private resize(body: HeldBody, sizeBytes: number): void {
    if (!body.isElsewhere) this.usedBytes += sizeBytes - body.sizeBytes;
    body.sizeBytes = sizeBytes;
  }
}

class HeldBody {
  readonly givenUp = Promise.withResolvers<never>();
  sizeBytes = 0;
  alarm: ReturnType<typeof setTimeout> | undefined;
  isWaitedFor: (() => boolean) | undefined;
  beganMs = performance.now();

  constructor(readonly isReserved: boolean) {}

  /** It has memory of its own. */
  get isElsewhere(): boolean {
    return this.isWaitedFor !== undefined;
  }

  /** Its remaining time; for a reserved one by its announced size. */
  leftMs({ graceMs, bytesPerSecond }: Pace): number {
    return graceMs + (this.sizeBytes / bytesPerSecond) * 1000 - (performance.now() - this.beganMs);
  }
}

function tooSlow(): AppError {
  return new AppError("timeout", "The body arrived too slowly. Nothing was stored; try again with less at a time.", {
    headers: { Connection: "close" },
  });
}

function stopping(): AppError {
  return new AppError("unavailable", "The service is stopping. Nothing was stored; try again.", {
    headers: { Connection: "close", "Retry-After": "5" },
  });
}

function tooMany(): AppError {
  return new AppError("too_many", "Too many large bodies are being read. Nothing was stored; try again.", {
    headers: { "Retry-After": "1" },
  });
}
