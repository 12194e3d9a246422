/** A text that a condition requires: it occurs in every text for which the condition holds. */
export interface RequiredText {
  text: string;
  /** In some mixture of cases. */
  ignoreCase: boolean;
  /** The text begins so. */
  isPrefix: boolean;
}

/** The same with the numbers of the rules that ask for it. */
export interface WantedText extends RequiredText {
  rules: readonly number[];
}

/**
 * Tells by a message's bytes which rules may apply to it: those that require a text which it contains. One pass for all
 * of them, without making a string; it names too many, never too few. It looks at two bytes now and then, so far apart
 * that each text has two at one of the places (Wu, Manber: A fast algorithm for multi-pattern searching, 1994). Not for
 * two messages at a time.
 */
export class MessageGate {
  /** By hash of two adjacent bytes, the number of the texts to compare there; 0: none. */
  private readonly buckets = new Uint16Array(bucketCount);
  private readonly needles: Needle[][] = [[]];
  /** By the first byte of a message, the number of the texts that it may begin with; 0: none. */
  private readonly firsts = new Uint8Array(256);
  private readonly prefixes: Needle[][] = [[]];
  /** From one place to the next. */
  private readonly stride: number;
  /** Rules that ask for a text in any mixture of cases. */
  private readonly folding: readonly number[];
  private readonly found: number[] = [];
  /**
   * By rule, whether it asks for one of these texts, for what is not there, or for both, and the look that found it
   * last.
   */
  private readonly asking: Uint8Array;
  private readonly foundAt: Uint32Array;
  /** By wanted text, the look that met it last. */
  private readonly seenAt: Uint32Array;
  private looks = 0;
  private readonly lacking: (string | undefined)[] = [];
  /** Everything that rules ask for and that events of this gate lack. */
  readonly lacked: ReadonlySet<string>;

  /**
   * `always`: rules that ask for none of these texts; `lacking`: rules that ask for something which is not there, and
   * it; those that ask for texts as well are not found by them, but ruled out.
   */
  constructor(
    wanted: readonly WantedText[],
    private readonly always: readonly number[],
    lacking: readonly (readonly [rule: number, field: string])[] = [],
  ) {
    const asking = wanted.flatMap(({ rules }) => rules);
    const last = [...asking, ...always, ...lacking.map(([rule]) => rule)].reduce((a, b) => Math.max(a, b), 0);
    this.asking = new Uint8Array(last + 1);
    this.foundAt = new Uint32Array(last + 1);
    for (const rule of asking) this.asking[rule] = asksText;
    for (const [rule, field] of lacking) this.lacking[rule] = field;
    for (const [rule] of lacking) this.asking[rule] = this.asking[rule] === asksText ? asksLater : asksInVain;
    this.lacked = new Set(lacking.map(([, field]) => field));
    this.folding = wanted.flatMap(({ ignoreCase, rules }) => (ignoreCase ? rules : []));
    this.seenAt = new Uint32Array(wanted.length);
    const needles = wanted.flatMap(({ text, ignoreCase, isPrefix, rules }, number) => {
      const bytes = new Uint8Array(Buffer.from(ignoreCase ? text.toLowerCase() : text));
      // Beyond ASCII, bytes do not tell which letters differ only in case.
      const isKnown = !ignoreCase || bytes.every((byte) => byte < 0x80);
      return isKnown ? [{ text: number, bytes, ignoreCase, isPrefix, rules, place: 0 }] : [];
    });
    const inside = needles.filter(({ isPrefix }) => !isPrefix);
    const shortest = inside.reduce((least, { bytes }) => Math.min(least, bytes.length), strideMax + 1);
    this.stride = Math.max(1, shortest - 1);
    const byPlace = new Map<number, Needle[]>();
    for (const needle of inside) this.add(needle, byPlace);
    this.number(byPlace);
    for (const needle of needles) if (needle.isPrefix) this.addPrefix(needle);
  }

  /** Numbers of the rules that may apply to the message in bytes[from .. to), each once. Good until the next call. */
  rulesFor(bytes: Uint8Array, from: number, to: number): readonly number[] {
    const { buckets, stride, found, always } = this;
    if (found.length > 0) found.length = 0;
    // Numbers of looks may come again only when none is remembered.
    if (this.looks === lookMax) {
      this.foundAt.fill(0);
      this.seenAt.fill(0);
      this.looks = 0;
    }
    this.looks++;
    if (always.length > 0) this.find(always);
    if (from >= to) return found;
    const prefix = this.firsts[bytes[from]!]!;
    if (prefix !== 0) this.look(this.prefixes[prefix]!, bytes, from, to, from);
    const last = to - 1;
    for (let at = from + stride - 1; at < to; at += stride) {
      const bucket = buckets[bucketOf(bytes[at]!, at < last ? bytes[at + 1]! : 0)]!;
      if (bucket !== 0) this.look(this.needles[bucket]!, bytes, from, to, at);
    }
    if (this.folding.length > 0 && !isAscii(bytes, from, to)) this.find(this.folding);
    return found;
  }

  /** Whether the message that was looked at last holds none of the texts that the rule asks for. */
  rulesOut(rule: number): boolean {
    const asks = this.asking[rule];
    return (asks === asksText || asks === asksLater) && this.foundAt[rule] !== this.looks;
  }

  /** The result of `rulesFor` once more, in rising order. */
  foundInOrder(): readonly number[] {
    const { found } = this;
    for (let i = 1; i < found.length; i++) {
      const rule = found[i]!;
      let at = i;
      for (; at > 0 && found[at - 1]! > rule; at--) found[at] = found[at - 1]!;
      found[at] = rule;
    }
    return found;
  }

  /** Tag or field without which the rule does not apply, and which no event of this gate brings; undefined: none. */
  lackedBy(rule: number): string | undefined {
    return this.lacking[rule];
  }

  private find(rules: readonly number[]): void {
    const { asking, foundAt, found, looks } = this;
    for (let i = 0; i < rules.length; i++) {
      const rule = rules[i]!;
      if (foundAt[rule] === looks) continue;
      foundAt[rule] = looks;
      if (asking[rule] !== asksLater) found.push(rule);
    }
  }

  /** Finds the rules of what stands there. */
  private look(needles: readonly Needle[], bytes: Uint8Array, from: number, to: number, at: number): void {
    for (let i = 0; i < needles.length; i++) {
      const needle = needles[i]!;
      if (this.seenAt[needle.text] === this.looks) continue;
      const start = at - needle.place;
      if (start < from || start + needle.bytes.length > to || !equals(needle, bytes, start)) continue;
      this.seenAt[needle.text] = this.looks;
      this.find(needle.rules);
    }
  }

  /**
   * Enters it under as many adjacent pairs of its bytes as the stride is long, choosing those that are rarest in logs.
   */
  private add({ text, bytes, ignoreCase, rules }: Needle, byPlace: Map<number, Needle[]>): void {
    let first = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let place = 0; place + this.stride <= Math.max(1, bytes.length - 1); place++) {
      let often = 0;
      for (let at = place; at < place + this.stride; at++)
        often += frequency(bytes[at]!) * frequency(bytes[at + 1] ?? 0);
      if (often >= least) continue;
      least = often;
      first = place;
    }
    for (let place = first; place < first + this.stride; place++) {
      const needle = { text, bytes, ignoreCase, rules, place };
      const seconds = place + 1 < bytes.length ? casesOf(bytes[place + 1]!, ignoreCase) : anyByte;
      for (const one of casesOf(bytes[place]!, ignoreCase))
        for (const second of seconds) {
          const bucket = bucketOf(one, second);
          const known = byPlace.get(bucket);
          if (known === undefined) byPlace.set(bucket, [needle]);
          else if (known.at(-1) !== needle) known.push(needle);
        }
    }
  }

  /** Places that ask for the same share a list. */
  private number(byPlace: ReadonlyMap<number, Needle[]>): void {
    const numbers = new Map<string, number>();
    for (const [bucket, list] of byPlace) {
      const key = list.map(({ text, place }) => `${text}:${place}`).join();
      const number = numbers.get(key) ?? this.needles.push(list) - 1;
      numbers.set(key, number);
      this.buckets[bucket] = number;
    }
  }

  private addPrefix(needle: Needle): void {
    for (const first of casesOf(needle.bytes[0]!, needle.ignoreCase)) {
      this.firsts[first] ||= this.prefixes.push([]) - 1;
      this.prefixes[this.firsts[first]!]!.push(needle);
    }
  }
}

interface Needle {
  /** Its number among all wanted texts. */
  text: number;
  bytes: Uint8Array;
  ignoreCase: boolean;
  rules: readonly number[];
  /** First of the two bytes under which it is entered. */
  place: number;
}

/** Eight kilobytes, so that a few gates stay in the processor's first cache. */
const bucketCount = 4_096;
const asksText = 1;
const asksInVain = 2;
const asksLater = 3;
const lookMax = 0xffff_ffff;
/** The greater the distance, the more pairs of bytes lead to a comparison. */
const strideMax = 4;
const anyByte = Array.from({ length: 256 }, (_, byte) => byte);

function bucketOf(first: number, second: number): number {
  return ((first << 5) ^ second) & (bucketCount - 1);
}

function equals({ bytes: wanted, ignoreCase }: Needle, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < wanted.length; i++) {
    const byte = bytes[start + i]!;
    if (byte === wanted[i]) continue;
    if (!ignoreCase || !isCapital(byte) || (byte | 0x20) !== wanted[i]) return false;
  }
  return true;
}

function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  let all = 0;
  for (let at = from; at < to; at++) all |= bytes[at]!;
  return all < 0x80;
}

function casesOf(byte: number, ignoreCase: boolean): number[] {
  return ignoreCase && byte >= 0x61 && byte <= 0x7a ? [byte, byte - 0x20] : [byte];
}

function isCapital(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

/** Approximate frequency of a byte in messages. */
function frequency(byte: number): number {
  if (byte === 0x20) return 12;
  if (byte >= 0x30 && byte <= 0x39) return 4;
  if (byte >= 0x61 && byte <= 0x7a) return "aeinorst".includes(String.fromCharCode(byte)) ? 6 : 2;
  if (isCapital(byte)) return 0.5;
  return ".-:/_=".includes(String.fromCharCode(byte)) ? 1 : 0.3;
}
