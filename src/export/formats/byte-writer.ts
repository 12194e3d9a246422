/** A growing buffer of bytes; the caller takes them out when there are enough. */
export class ByteWriter {
  bytes: Buffer;
  used = 0;

  constructor(initialBytes = 64 * 1024) {
    this.bytes = Buffer.allocUnsafeSlow(initialBytes);
  }

  /** Makes room for this many more in `bytes` from `used` on. */
  reserve(count: number): void {
    if (this.used + count <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.used + count));
    grown.set(this.bytes.subarray(0, this.used));
    this.bytes = grown;
  }

  byte(value: number): void {
    if (this.used === this.bytes.length) this.reserve(1);
    this.bytes[this.used++] = value;
  }

  copy(from: Uint8Array): void {
    this.copyRange(from, 0, from.length);
  }

  /** No default values above: with them this takes ten times as long. */
  copyRange(from: Uint8Array, begin: number, end: number): void {
    this.reserve(end - begin);
    const { bytes } = this;
    let at = this.used;
    for (let i = begin; i < end; i++) bytes[at++] = from[i]!;
    this.used = at;
  }

  /** Quick for short texts. */
  ascii(text: string): void {
    this.reserve(text.length);
    for (let i = 0; i < text.length; i++) this.bytes[this.used++] = text.charCodeAt(i);
  }

  text(text: string): void {
    // UTF-8 takes at most 3 bytes for each UTF-16 unit.
    this.reserve(text.length * 3);
    this.used += this.bytes.write(text, this.used, "utf8");
  }

  /** In the form of `String`. */
  number(value: number): void {
    if (!Number.isInteger(value) || value < 0 || value > 4_294_967_295) {
      if (!this.#fraction(value)) this.text(String(value));
      return;
    }
    this.reserve(10);
    this.digits(value, value < 10 ? 1 : digitsOf(value));
  }

  /** The last `count` digits. There must be room. */
  digits(value: number, count: number): void {
    const { bytes } = this;
    let rest = value;
    for (let at = this.used + count - 1; at >= this.used; at--) {
      const next = Math.floor(rest / 10);
      bytes[at] = zero + rest - next * 10;
      rest = next;
    }
    this.used += count;
  }

  /**
   * Up to three decimals: a thousand times the number, divided again, is the same number just when these are its
   * digits.
   */
  #fraction(value: number): boolean {
    const thousands = Math.round(value * 1000);
    if (value <= 0 || thousands > 4_294_967_295 || thousands / 1000 !== value) return false;
    this.number(Math.floor(thousands / 1000));
    const rest = thousands % 1000;
    this.reserve(4);
    this.bytes[this.used++] = dot;
    if (rest % 100 === 0) this.digits(rest / 100, 1);
    else if (rest % 10 === 0) this.digits(rest / 10, 2);
    else this.digits(rest, 3);
    return true;
  }
}

function digitsOf(value: number): number {
  let count = 1;
  for (let power = 10; power <= value; power *= 10) count++;
  return count;
}

const zero = 0x30;
const dot = 0x2e;
