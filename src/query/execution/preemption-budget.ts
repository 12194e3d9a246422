/** Instead of an answer: the question was only tried. */
export interface GivenUp {
  /** Of its work, 0..1, that was done by then. */
  givenUpAt: number;
  /** It takes too long for that. False: there was another reason, and nothing is known of it. */
  isLong: boolean;
}

/** Gives what came of a trial, in any thread. */
export function answerOrGiveUp<Answer>(answer: () => Answer): Answer | GivenUp {
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    return { givenUpAt: error.share, isLong: error.isLong };
  }
}

export function isGivenUp(answer: unknown): answer is GivenUp {
  return typeof answer === "object" && answer !== null && "givenUpAt" in answer;
}

export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";

  constructor(
    readonly share: number,
    readonly isLong: boolean,
  ) {
    super();
  }
}

/**
 * Bounds what a thread does for a question that nobody knows to be short. Who then is that far that it will end in a
 * few times as much goes on until then: to begin anew would take longer. Who is seen before to need far more ends at
 * once.
 */
export class Trial {
  #lookedMs: number;
  readonly #begunMs: number;

  readonly #workMs: number;
  readonly #spentMs: () => number;
  readonly #nowMs: () => number;

  /** `workMs`: of this thread's processor time, for on a busy machine the clock tells nothing of the question. */
  constructor(workMs: number, spentMs: () => number = threadMs, nowMs: () => number = () => performance.now()) {
    this.#workMs = workMs;
    this.#spentMs = spentMs;
    this.#nowMs = nowMs;
    this.#begunMs = spentMs();
    this.#lookedMs = nowMs();
  }

  /** As often as one likes. Throws BudgetSpent. `share`: of the work that is done. */
  look(share: number): void {
    const nowMs = this.#nowMs();
    if (nowMs - this.#lookedMs < Math.min(lookEveryMs, this.#workMs)) return;
    this.#lookedMs = nowMs;
    const spentMs = this.#spentMs() - this.#begunMs;
    const longestMs = longestTimes * this.#workMs;
    const isOver = spentMs >= this.#workMs && spentMs >= longestMs * Math.min(1, share);
    const isFar = share > 0 && spentMs >= this.#workMs * knownShare && spentMs >= farTimes * longestMs * share;
    if (isOver || isFar) throw new BudgetSpent(share, true);
  }
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Of its time; nobody is tried for longer. */
export const longestTimes = 2;
/**
 * Of its time, after which what is done tells something of what is left; and how many times the longest that has to be.
 */
const knownShare = 1 / 4;
const farTimes = 2;
/** Asking the system takes a microsecond. */
const lookEveryMs = 5;
