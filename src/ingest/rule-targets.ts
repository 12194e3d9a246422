import { ByteDictionary } from "../eventstore/byte-dictionary.ts";
import type { EventRules } from "../parser-rules/event-rules.ts";
import { maxRuleTargets } from "./limits.ts";

/** Which programs the parser rules look at, asked with the bytes of a name: each name is made a text once. */
export class RuleTargets {
  private names = new ByteDictionary();
  private verdicts = new Uint8Array(maxRuleTargets + 1);
  private generation = Number.NaN;
  private isNoName = false;

  constructor(private readonly rules: EventRules) {}

  has(bytes: Uint8Array, from: number, to: number): boolean {
    if (this.generation !== this.rules.generation || this.names.size >= maxRuleTargets) this.begin();
    const before = this.names.size;
    const id = this.names.idOf(bytes, from, to);
    if (id > before) {
      const name = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("utf8");
      this.verdicts[id] = this.rules.concerns(name) ? 1 : 0;
    }
    return this.verdicts[id] === 1;
  }

  /** The same of events without a program. */
  hasNoName(): boolean {
    if (this.generation !== this.rules.generation) this.begin();
    return this.isNoName;
  }

  private begin(): void {
    this.names.clear();
    this.isNoName = this.rules.concerns("");
    // Rules that are read when they are first asked for have another number only now.
    this.generation = this.rules.generation;
  }
}
