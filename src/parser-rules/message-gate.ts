/** A text of which a condition knows that it stands in every text for which it holds. */
export interface RequiredText {
  text: string;
  /** In some mixture of cases. */
  ignoreCase: boolean;
  /** The text begins so. */
  isPrefix: boolean;
}

/**
 * Tells by its bytes that no rule can apply to a message: it holds none of the texts that rules ask for. One pass for all of them,
 * without making a string; it lets too many through, never too few.
 */
export class MessageGate {
  /** By hash of two bytes that follow each other the number of what to compare there; 0: nothing. */
  private readonly buckets = new Uint8Array(bucketCount);
  private readonly needles: Needle[][] = [[]];
  /** Bytes from this one on let the message through. */
  private openFrom = 256;

  /** `isOpen`: some rule asks for none of these texts. */
  constructor(
    required: readonly RequiredText[],
    private readonly isOpen: boolean,
  ) {
    for (const { text, ignoreCase, isPrefix } of required) {
      // What is another case of a letter beyond ASCII, and of which letters it is one, bytes do not tell.
      if (ignoreCase) this.openFrom = 0x80;
      const bytes = new Uint8Array(Buffer.from(ignoreCase ? text.toLowerCase() : text));
      if (!ignoreCase || bytes.every((byte) => byte < 0x80)) this.add({ bytes, ignoreCase, isPrefix, place: 0 });
    }
  }

  /** For the message in bytes[from .. to). False: no rule applies. */
  mayPass(bytes: Uint8Array, from: number, to: number): boolean {
    if (this.isOpen) return true;
    const { buckets, openFrom } = this;
    let previous = 0;
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!;
      const bucket = buckets[bucketOf(previous, byte)]!;
      if (bucket !== 0 && this.isFound(bucket, bytes, from, to, at)) return true;
      if (byte >= openFrom) return true;
      previous = byte;
    }
    return false;
  }

  private isFound(bucket: number, bytes: Uint8Array, from: number, to: number, at: number): boolean {
    const needles = this.needles[bucket]!;
    for (let i = 0; i < needles.length; i++) {
      const needle = needles[i]!;
      const start = at - needle.place;
      if (needle.isPrefix ? start !== from : start < from) continue;
      if (start + needle.bytes.length <= to && equals(needle, bytes, start)) return true;
    }
    return false;
  }

  /** Enters it under the two neighbours of it that are the rarest in logs. */
  private add(needle: Needle): void {
    const { bytes } = needle;
    let least = Number.POSITIVE_INFINITY;
    for (let place = 1; place < bytes.length; place++) {
      const often = frequency(bytes[place - 1]!) * frequency(bytes[place]!);
      if (often >= least) continue;
      least = often;
      needle.place = place;
    }
    const last = casesOf(bytes[needle.place]!, needle.ignoreCase);
    const before = needle.place === 0 ? anyByte : casesOf(bytes[needle.place - 1]!, needle.ignoreCase);
    for (const second of last) for (const first of before) this.enter(bucketOf(first, second), needle);
  }

  private enter(place: number, needle: Needle): void {
    const known = this.buckets[place]!;
    const list = this.needles[known]!;
    if (list.includes(needle)) return;
    if (known === lastBucket) list.push(needle);
    else if (known !== 0) this.buckets[place] = this.numberOf([...list, needle]);
    else this.buckets[place] = this.numberOf([needle]);
  }

  /** Places that ask for the same share a list; those beyond what a byte counts share the last one. */
  private numberOf(wanted: Needle[]): number {
    const known = this.needles.findIndex(
      (list) => list.length === wanted.length && list.every((needle, i) => needle === wanted[i]),
    );
    if (known >= 0) return known;
    if (this.needles.length < lastBucket) return this.needles.push(wanted) - 1;
    this.needles[lastBucket] ??= [];
    const rest = this.needles[lastBucket]!;
    for (const needle of wanted) if (!rest.includes(needle)) rest.push(needle);
    return lastBucket;
  }
}

interface Needle {
  bytes: Uint8Array;
  ignoreCase: boolean;
  isPrefix: boolean;
  /** Of the later one of the two bytes under which it is entered. */
  place: number;
}

/** Four kilobytes, so that a few gates stay in the processor's first cache. */
const bucketCount = 4_096;
const lastBucket = 255;
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

function casesOf(byte: number, ignoreCase: boolean): number[] {
  return ignoreCase && byte >= 0x61 && byte <= 0x7a ? [byte, byte - 0x20] : [byte];
}

function isCapital(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

/** About how often a byte stands in a message. */
function frequency(byte: number): number {
  if (byte === 0x20) return 12;
  if (byte >= 0x30 && byte <= 0x39) return 4;
  if (byte >= 0x61 && byte <= 0x7a) return "aeinorst".includes(String.fromCharCode(byte)) ? 6 : 2;
  if (isCapital(byte)) return 0.5;
  return ".-:/_=".includes(String.fromCharCode(byte)) ? 1 : 0.3;
}
