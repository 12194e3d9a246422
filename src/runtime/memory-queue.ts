import { unwaited } from "./unwaited.ts";

/** A request for memory for a while. It stays in line as the same object. */
export interface Claim {
  kind: ClaimKind;
  bytes: number;
  /** It is the first in line and fits: it takes its share now, or leaves the line. */
  offer(): void;
}

export type ClaimKind = "body" | "task";

/** Resident bytes, whoever holds them. */
export interface ResidentRoom {
  /** Bytes up to the bound of the process; negative beyond it. */
  leftBytes(): number;
  /** Asks caches and the garbage collector to free `bytes` soon. */
  make(bytes: number): void;
}

interface Fresh {
  bytes: number;
  kind: ClaimKind | "spare";
  givenMs: number;
}

/** Parts that tests replace. */
interface SharesParts {
  monotonicMs?: () => number;
  /** Returns a function that cancels it. */
  after?: (milliseconds: number, action: () => void) => () => void;
}

/** Granted memory. */
export interface Share {
  /** A smaller share is enough after all. */
  shrinkTo(bytes: number): void;
  /** Call it once, whatever the result of the work. */
  release(): void;
}

/**
 * The memory that large pieces of work share: bodies of many megabytes, heavy questions, exports. Their needs are known
 * only roughly and in advance, and garbage is not seen until it exists; so work that finds no room does not begin, and
 * waits. Bodies and tasks take turns, so that many of one kind do not delay the other; one kind is served in the order
 * of arrival, also behind a larger request. A request for more than the total has its turn when it is alone. `room`
 * sees memory without a share, such as merges and garbage: nothing begins while too little is left, but when nothing
 * else is at work the wait for it is short. Main thread.
 */
export class MemoryQueue {
  readonly #totalBytes: number;
  readonly #room: ResidentRoom | undefined;
  readonly #monotonicMs: () => number;
  readonly #after: NonNullable<SharesParts["after"]>;
  /** Granted recently: its memory may not be resident yet. */
  #fresh: Fresh[] = [];
  /** Start of the wait of the next one for less resident memory. */
  #crampedSinceMs: number | undefined;
  #cancel: (() => void) | undefined;
  #takenBytes = 0;
  #shares = 0;
  /** Shares up to now. */
  #given = 0;
  readonly #lines = { body: new Set<Claim>(), task: new Set<Claim>() };
  #lastServed: ClaimKind = "task";

  constructor(
    totalBytes: number,
    room?: ResidentRoom,
    { monotonicMs = () => performance.now(), after = unwaited }: SharesParts = {},
  ) {
    this.#totalBytes = totalBytes;
    this.#room = room;
    this.#monotonicMs = monotonicMs;
    this.#after = after;
  }

  /** Whether a request has to wait for memory that others hold. */
  get isShort(): boolean {
    return this.#waiting > 0;
  }

  status(): { totalBytes: number; takenBytes: number; waiting: number } {
    return { totalBytes: this.#totalBytes, takenBytes: this.#takenBytes, waiting: this.#waiting };
  }

  /** Undefined: it is not its turn, or there is no room. Then it waits in line and is called. */
  tryTake(claim: Claim): Share | undefined {
    const line = this.#lines[claim.kind].add(claim);
    if (this.#first !== claim || !this.#hasRoom(claim.bytes)) return undefined;
    line.delete(claim);
    this.#lastServed = claim.kind;
    return this.#give(claim.bytes, claim.kind);
  }

  /**
   * The same for work that nobody waits for: undefined, without waiting in line, if it would take room from requests in
   * line.
   */
  tryTakeSpare(bytes: number): Share | undefined {
    if (this.#waiting > 0 || !this.#isWithin(bytes)) return undefined;
    // What a task will want is what its helpers do for it.
    const wanted = bytes + this.#freshBytes(({ kind }) => kind !== "task");
    return wanted <= (this.#room?.leftBytes() ?? wanted) ? this.#give(bytes, "spare") : undefined;
  }

  /** It needs no memory any more. */
  leave(claim: Claim): void {
    if (this.#lines[claim.kind].delete(claim)) this.#offer();
  }

  /** Waits for its turn, up to `waitMs`; undefined: it did not come. */
  async take(kind: ClaimKind, bytes: number, waitMs: number): Promise<Share | undefined> {
    const { promise, resolve } = Promise.withResolvers<Share | undefined>();
    const claim = { kind, bytes, offer: () => resolve(this.tryTake(claim)) };
    const share = this.tryTake(claim);
    if (share !== undefined) return share;
    const alarm = setTimeout(() => {
      this.leave(claim);
      resolve(undefined);
    }, waitMs);
    try {
      return await promise;
    } finally {
      clearTimeout(alarm);
    }
  }

  get #waiting(): number {
    return this.#lines.body.size + this.#lines.task.size;
  }

  get #first(): Claim | undefined {
    const { body, task } = this.#lines;
    const [line, other] = this.#lastServed === "body" ? [task, body] : [body, task];
    for (const claim of line.size > 0 ? line : other) return claim;
    return undefined;
  }

  #hasRoom(bytes: number): boolean {
    return this.#isWithin(bytes) && (this.#room === undefined || this.#isLeft(bytes, this.#room));
  }

  #freshBytes(counts: (fresh: Fresh) => boolean): number {
    const nowMs = this.#monotonicMs();
    this.#fresh = this.#fresh.filter(({ givenMs }) => nowMs - givenMs < freshMs);
    return this.#fresh.filter(counts).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #isWithin(bytes: number): boolean {
    return this.#shares === 0 || this.#takenBytes + bytes <= this.#totalBytes;
  }

  #isLeft(bytes: number, room: ResidentRoom): boolean {
    const nowMs = this.#monotonicMs();
    const wanted = bytes + this.#freshBytes(() => true);
    if (wanted <= room.leftBytes()) return true;
    room.make(wanted);
    this.#crampedSinceMs ??= nowMs;
    if (this.#shares === 0 && nowMs - this.#crampedSinceMs >= crampedMs) return true;
    this.#cancel ??= this.#after(crampedLookMs, () => {
      this.#cancel = undefined;
      this.#offer();
    });
    return false;
  }

  #give(bytes: number, kind: Fresh["kind"]): Share {
    let held = bytes;
    let isHeld = true;
    this.#shares++;
    this.#given++;
    this.#takenBytes += bytes;
    this.#crampedSinceMs = undefined;
    const fresh = { bytes, kind, givenMs: this.#monotonicMs() };
    this.#fresh.push(fresh);
    const resize = (wanted: number) => {
      if (!isHeld || wanted >= held) return;
      this.#takenBytes -= held - wanted;
      held = wanted;
    };
    return {
      shrinkTo: (wanted) => {
        resize(wanted);
        this.#offer();
      },
      release: () => {
        if (!isHeld) return;
        resize(0);
        isHeld = false;
        this.#shares--;
        // By now its memory is resident or freed: twenty quick questions in a row do not count as twenty at once.
        this.#fresh = this.#fresh.filter((other) => other !== fresh);
        // Once the others are done the wait starts over: memory that they leave behind still has to be freed.
        if (this.#shares === 0) this.#crampedSinceMs = undefined;
        this.#offer();
      },
    };
  }

  #offer(): void {
    for (let next = this.#first; next !== undefined && this.#hasRoom(next.bytes); next = this.#first) {
      const given = this.#given;
      next.offer();
      // It was called in vain; the requests behind it must not wait for that. One that took its share may be back in
      // line for the next one.
      if (this.#first === next && this.#given === given) this.#lines[next.kind].delete(next);
    }
  }
}

/**
 * How long a share counts in addition to resident memory: by then a question has its columns, and most of a body has
 * arrived.
 */
const freshMs = 500;
/** Interval of checks whether resident memory has shrunk. */
const crampedLookMs = 20;
/** Caches shrink and garbage is collected within this time; memory that is still resident then may stay. */
const crampedMs = 1_000;
