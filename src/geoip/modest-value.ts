import { depthMax, valuesMax } from "./limits.ts";

/**
 * Throws when the value at `at` is not a small one inside these bytes. Its sizes are what the file says, and a pointer
 * may lead anywhere in it, also to where it comes from: reading it unseen may never end, or take all memory. `base`:
 * the place that pointers count from.
 */
export function requireModestValue(bytes: Uint8Array, at: number, base: number): void {
  new ValueWalk(bytes, base).pass(at, 0);
}

/** Types of the MaxMind DB format. */
const pointer = 1;
const map = 7;
const array = 11;
const boolean = 14;
/** A type beyond 7 stands in a byte of its own. */
const extended = 0;

class ValueWalk {
  private values = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly base: number,
  ) {}

  /** Returns where the value ends. */
  pass(start: number, depth: number): number {
    this.values += 1;
    if (depth > depthMax || this.values > valuesMax) throw new Error("a value is too large, or leads back to itself");
    const control = this.number(start, 1);
    let at = start + 1;
    let type = control >> 5;
    if (type === pointer) return this.passPointer(control, at, depth);
    if (type === extended) type = 7 + this.number(at++, 1);
    const wide = Math.max(0, (control & 31) - 28);
    const size = wide === 0 ? control & 31 : [29, 285, 65_821][wide - 1]! + this.number(at, wide);
    at += wide;
    if (type === map || type === array) return this.passMembers(at, type === map ? 2 * size : size, depth);
    if (type === boolean) return at;
    if (at + size > this.bytes.length) throw beyond();
    return at + size;
  }

  private passPointer(control: number, at: number, depth: number): number {
    const size = (control >> 3) & 3;
    const high = size === 3 ? 0 : (control & 7) * 256 ** (size + 1);
    this.pass(this.base + high + this.number(at, size + 1) + [0, 2048, 526_336, 0][size]!, depth + 1);
    return at + size + 1;
  }

  private passMembers(start: number, count: number, depth: number): number {
    let at = start;
    for (let i = 0; i < count; i++) at = this.pass(at, depth + 1);
    return at;
  }

  private number(at: number, bytes: number): number {
    if (at + bytes > this.bytes.length) throw beyond();
    let value = 0;
    for (let i = 0; i < bytes; i++) value = value * 256 + this.bytes[at + i]!;
    return value;
  }
}

function beyond(): Error {
  return new Error("a value does not end before the file does");
}
