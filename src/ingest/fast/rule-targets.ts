import { ByteDictionary } from "../../eventstore/format/byte-dictionary.ts";
import type { EventRules, RuleTarget } from "../../parser-rules/run/event-rules.ts";
import { ruleTargetsMadeMax, ruleTargetsMax } from "../limits.ts";
import type { Shape } from "./event-shape.ts";

/** The target of parser rules for an event, found by the bytes of a program's name: each name is made a text once. */
export class RuleTargets {
  private ids = new ByteDictionary();
  private names: string[] = [];
  private verdicts = new Uint8Array(ruleTargetsMax + 1);
  /** By shape and twice the number of the program, plus one for those that may have a mnemonic. */
  private targetCache = new WeakMap<Shape, (RuleTarget | undefined)[]>();
  private lastShape: Shape | undefined;
  private lastTargets: (RuleTarget | undefined)[] = [];
  private made = 0;
  private generation = Number.NaN;

  constructor(private readonly rules: EventRules) {}

  /** Undefined: no rule looks at events of this program. */
  find(bytes: Uint8Array, from: number, to: number, shape: Shape, mayHaveMnemonic: boolean): RuleTarget | undefined {
    if (this.generation !== this.rules.generation || this.isFull) this.begin();
    const id = this.idOf(bytes, from, to);
    if (this.verdicts[id] !== 1) return undefined;
    // Nearly always it is the one of the event before.
    if (shape !== this.lastShape) this.lastTargets = this.targetsOf(shape);
    this.lastShape = shape;
    const ofShape = this.lastTargets;
    const place = id * 2 + (mayHaveMnemonic ? 1 : 0);
    ofShape[place] ??= this.makeTarget(this.names[id]!, shape, mayHaveMnemonic);
    return ofShape[place];
  }

  private targetsOf(shape: Shape): (RuleTarget | undefined)[] {
    const known = this.targetCache.get(shape);
    if (known !== undefined) return known;
    const targets: (RuleTarget | undefined)[] = [];
    this.targetCache.set(shape, targets);
    return targets;
  }

  /** Bounded, so that a sender with ever new program names and tags cannot take ever more memory. */
  private get isFull(): boolean {
    return this.ids.size >= ruleTargetsMax || this.made >= ruleTargetsMadeMax;
  }

  private idOf(bytes: Uint8Array, from: number, to: number): number {
    // The dictionary has no empty text.
    if (from === to) return 0;
    const before = this.ids.size;
    const id = this.ids.idOf(bytes, from, to);
    if (id > before) {
      const name = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("utf8");
      this.names[id] = name;
      this.verdicts[id] = this.rules.concerns(name) ? 1 : 0;
    }
    return id;
  }

  private makeTarget(program: string, { tagSet: tagNames }: Shape, mayHaveMnemonic: boolean): RuleTarget {
    this.made++;
    return this.rules.targetFor({ program, tagNames, mayHaveMnemonic });
  }

  private begin(): void {
    this.ids.clear();
    this.names = [""];
    this.targetCache = new WeakMap();
    this.lastShape = undefined;
    this.made = 0;
    this.verdicts[0] = this.rules.concerns("") ? 1 : 0;
    // Rules that are read on first use get another number only now.
    this.generation = this.rules.generation;
  }
}
