/** Instead of an answer: a preempting question was abandoned. */
export interface GivenUp {
  /** Share of its work, 0..1, that was done by then. */
  givenUpAt: number;
  /**
   * True: it takes too long to preempt another. False: the thread was needed, which says nothing about how long the
   * question is.
   */
  isLong: boolean;
}

/** Receives the outcome of a budget, in any thread. */
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
 * Limits the processor time of a preempting question. When the budget is spent, a question close to its end may take up
 * to twice as much; one that is clearly far from done is abandoned early.
 */
export class PreemptionBudget {
  #lookedMs: number;
  readonly #begunMs: number;

  readonly #workMs: number;
  readonly #spentMs: () => number;
  readonly #nowMs: () => number;

  /** `workMs`: of this thread's processor time; on a busy machine the wall clock says nothing about the question. */
  constructor(workMs: number, spentMs: () => number = threadMs, nowMs: () => number = () => performance.now()) {
    this.#workMs = workMs;
    this.#spentMs = spentMs;
    this.#nowMs = nowMs;
    this.#begunMs = spentMs();
    this.#lookedMs = nowMs();
  }

  /** Call it as often as you like. Throws BudgetSpent. `share`: of the work that is done. */
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

/** Times its budget that a question near its end may take. */
export const longestTimes = 2;
/**
 * From this share of the budget on, progress predicts the rest: abandoned when the prediction exceeds the longest by
 * this factor.
 */
const knownShare = 1 / 4;
const farTimes = 2;
/** Asking the system takes a microsecond. */
const lookEveryMs = 5;
