import { ByteDictionary } from "../eventstore/byte-dictionary.ts";
import type { EventRules } from "../parser-rules/event-rules.ts";
import { maxRuleTargets } from "./limits.ts";

/** What parser rules look at, asked with the bytes of a program's name: each name is made a text once. */
export class RuleTargets {
  private ids = new ByteDictionary();
  private names: string[] = [];
  private verdicts = new Uint8Array(maxRuleTargets + 1);
  private generation = Number.NaN;

  constructor(private readonly rules: EventRules) {}

  /** The program's name when rules look at some of its events, else undefined. */
  find(bytes: Uint8Array, from: number, to: number): string | undefined {
    if (this.generation !== this.rules.generation || this.ids.size >= maxRuleTargets) this.begin();
    // The dictionary has no empty text.
    if (from === to) return this.verdicts[0] === 1 ? "" : undefined;
    const before = this.ids.size;
    const id = this.ids.idOf(bytes, from, to);
    if (id > before) {
      const name = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("utf8");
      this.names[id] = name;
      this.verdicts[id] = this.rules.concerns(name) ? 1 : 0;
    }
    return this.verdicts[id] === 1 ? this.names[id]! : undefined;
  }

  private begin(): void {
    this.ids.clear();
    this.names = [];
    this.verdicts[0] = this.rules.concerns("") ? 1 : 0;
    // Rules that are read when they are first asked for have another number only now.
    this.generation = this.rules.generation;
  }
}
