import { isAscii } from "../../filter/words/fold-case.ts";
import type { Access, BaseTextField, CodeField, TextField } from "./access.ts";
import { LiteralFinder } from "./literal-finder.ts";

/**
 * Whether any trigger may fire for an event of which only the bytes are known: a coarser twin of TriggerIndex that
 * makes no string. It may say yes too often, but never misses an event.
 */
export class ByteIndex {
  /** Some trigger may fire for any event. */
  readonly always: boolean;
  readonly host: ByteTargets | undefined;
  readonly program: ByteTargets | undefined;
  readonly message: ByteTargets | undefined;
  readonly asksMnemonic: boolean;
  /** `PatternRegistry` tells whether an event has one of these patterns, or a new one. */
  readonly patternIds: string[] = [];
  asksNewPatterns = false;
  /** Triggers check nothing but patterns. */
  asksPatternsAlone = true;
  private readonly codes: Record<CodeField, Uint8Array> = {
    severity: new Uint8Array(8),
    facility: new Uint8Array(24),
    type: new Uint8Array(5),
  };
  private readonly tags = new Map<string, ByteTargets>();
  private readonly base: Partial<Record<BaseTextField, ByteTargets>> = {};

  constructor(accesses: readonly (Access | undefined)[]) {
    this.always = accesses.includes(undefined);
    if (this.always) this.asksPatternsAlone = false;
    for (const access of accesses) if (access !== undefined) this.enter(access);
    for (const targets of [...Object.values(this.base), ...this.tags.values()]) targets.finish();
    this.host = this.base.host;
    this.program = this.base.program;
    this.message = this.base.message;
    this.asksMnemonic = this.base.cisco_mnemonic !== undefined;
  }

  hasCodes(severity: number, facility: number, type: number): boolean {
    const { codes } = this;
    return codes.severity[severity] === 1 || codes.facility[facility] === 1 || codes.type[type] === 1;
  }

  /** Undefined: no trigger checks the tag. */
  tag(name: string): ByteTargets | undefined {
    return this.tags.get(name);
  }

  private enter(access: Access): void {
    if (access.kind === "any") for (const one of access.accesses) this.enter(one);
    else if (access.kind === "pattern") this.patternIds.push(...access.ids);
    else if (access.kind === "new-pattern") this.asksNewPatterns = true;
    else this.enterOther(access);
  }

  private enterOther(access: Exclude<Access, { kind: "any" | "pattern" | "new-pattern" }>): void {
    this.asksPatternsAlone = false;
    if (access.kind === "code") for (const code of access.codes) this.codes[access.column][code] = 1;
    else if (access.kind === "tag") this.targetsOf({ tag: access.name }).addAny();
    else if (access.kind === "literal")
      for (const literal of access.literals) this.targetsOf(access.field).addLiteral(literal);
    else for (const value of access.values) this.targetsOf(access.field).addValue(value);
  }

  private targetsOf(field: TextField): ByteTargets {
    if (typeof field === "string") {
      this.base[field] ??= new ByteTargets();
      return this.base[field];
    }
    const targets = this.tags.get(field.tag) ?? new ByteTargets();
    this.tags.set(field.tag, targets);
    return targets;
  }
}

interface TrieNode {
  next: Map<number, TrieNode>;
  isEnd: boolean;
}

/** The texts searched for in one field, as UTF-8. */
export class ByteTargets {
  private any = false;
  private readonly values: TrieNode = { next: new Map(), isEnd: false };
  private readonly valueBytes: Uint8Array[] = [];
  /**
   * By the result of `glance`: 1 when some value has it. It rejects most texts without a walk through the trie. Its
   * length is a power of two.
   */
  private glances = new Uint8Array(0);
  private readonly literals = new Map<string, number[]>();
  private finder: LiteralFinder | undefined;

  addAny(): void {
    this.any = true;
  }

  addLiteral(literal: string): void {
    this.literals.set(literal, []);
  }

  /** In one case. Bytes alone do not tell whether letters beyond ASCII are the same in another case. */
  addValue(value: string): void {
    if (!isAscii(value)) this.any = true;
    this.valueBytes.push(new TextEncoder().encode(value));
    let node = this.values;
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      const next = node.next.get(code) ?? { next: new Map(), isEnd: false };
      node.next.set(code, next);
      node = next;
    }
    node.isEnd = true;
  }

  finish(): void {
    if (this.literals.size > 0) this.finder = new LiteralFinder(this.literals);
    if (this.valueBytes.length > 0) this.fillGlances();
  }

  /** Whether the text in bytes[from .. to) may be a match. An empty one never is. */
  mayHold(bytes: Uint8Array, from: number, to: number): boolean {
    if (from >= to) return false;
    return this.any || this.isValue(bytes, from, to) || this.finder?.occursIn(bytes, from, to) === true;
  }

  /** Small, since all tables used share the processor's first cache. */
  private fillGlances(): void {
    const { valueBytes } = this;
    this.glances = new Uint8Array(2 ** Math.min(13, Math.ceil(Math.log2(valueBytes.length)) + 4));
    for (const bytes of valueBytes) this.glances[glance(bytes, 0, bytes.length) & (this.glances.length - 1)] = 1;
    valueBytes.length = 0;
  }

  private isValue(bytes: Uint8Array, from: number, to: number): boolean {
    const { glances } = this;
    if (glances.length === 0 || glances[glance(bytes, from, to) & (glances.length - 1)] === 0) return false;
    let node = this.values;
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!;
      const next = node.next.get(byte >= 65 && byte <= 90 ? byte + 32 : byte);
      if (next === undefined) return false;
      node = next;
    }
    return node.isEnd;
  }
}

/**
 * A number of the length, the last three bytes and the one in the middle of a text that is not empty, the same in both
 * cases.
 */
function glance(bytes: Uint8Array, from: number, to: number): number {
  const last = bytes[to - 1]! | caseBit;
  const before = bytes[Math.max(from, to - 2)]! | caseBit;
  const third = bytes[Math.max(from, to - 3)]! | caseBit;
  const middle = bytes[(from + to) >> 1]! | caseBit;
  return last * 7 + before * 67 + third * 619 + middle * 211 + (to - from) * 1429;
}

const caseBit = 32;
