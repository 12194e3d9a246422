/**
 * How far texts may still make an automaton grow, in instructions that are looked at, of about 150 ns each. An
 * expression that no automaton holds costs its first texts 30 ms in vain; others have theirs by then, or with the texts
 * that follow.
 */
export class GrowthCredit {
  #left = creditMax;

  /** For a text of so many characters. */
  earn(characters: number): void {
    this.#left = Math.min(creditMax, this.#left + characters * creditByCharacter);
  }

  /** For a step from a state with so many instructions. False: there is none left. */
  spend(instructions: number): boolean {
    if (this.#left < 0) return false;
    this.#left -= stepCost + instructions;
    return true;
  }
}

const creditMax = 200_000;
/** What a character costs the search that tells in place of the automaton. */
const creditByCharacter = 0.5;
/** Instructions that take as long as what a step costs besides. */
const stepCost = 64;
