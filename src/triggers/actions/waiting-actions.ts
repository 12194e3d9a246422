import type { DueAction } from "../fired-report.ts";
import { actionsWaitingMax, repeatedWaitingMax } from "../limits.ts";

/**
 * Actions that wait, one of each trigger in turn, so that a trigger with very many takes neither room nor time from the
 * first ones of others.
 */
export class WaitingActions {
  /** By trigger, whose turn comes first first; none is empty. */
  readonly #actionsOf = new Map<number, DueAction[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** False: there is no room. */
  add(action: DueAction): boolean {
    const own = this.#actionsOf.get(action.triggerId);
    if (this.#size >= (own === undefined ? actionsWaitingMax : repeatedWaitingMax)) return false;
    if (own === undefined) this.#actionsOf.set(action.triggerId, [action]);
    else own.push(action);
    this.#size++;
    return true;
  }

  /** Undefined: none waits. */
  take(): DueAction | undefined {
    for (const [triggerId, actions] of this.#actionsOf) {
      const action = actions.shift();
      this.#actionsOf.delete(triggerId);
      if (actions.length > 0) this.#actionsOf.set(triggerId, actions);
      this.#size--;
      return action;
    }
    return undefined;
  }

  /** In the order in which `take` would give them; none waits afterwards. */
  takeAll(): DueAction[] {
    return Array.from({ length: this.#size }, () => this.take()!);
  }
}
