/**
 * True when the bytes are a sequence of whole zstd frames (RFC 8878) and nothing else. The decoder of node:zlib returns
 * its output so far when the data ends early, without an error, which would silently lose the last events.
 */
export function isWholeZstd(bytes: Uint8Array): boolean {
  const frames = new ZstdFrames();
  frames.push(bytes);
  return frames.isWhole;
}

/** The same for bytes that come in pieces: walks from block to block without unpacking them. */
export class ZstdFrames {
  private readonly walk = walkFrames();
  private wanted: Wanted | undefined;
  private readonly taken: number[] = [];
  private skipped = 0;

  constructor() {
    this.wanted = this.walk.next().value as Wanted;
  }

  /** Whole frames up to here, at least one. */
  get isWhole(): boolean {
    return this.wanted?.endsHere === true && this.taken.length === 0;
  }

  push(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length && this.wanted !== undefined) {
      const { take = 0, skip = 0 } = this.wanted;
      if (skip > 0) {
        const step = Math.min(skip - this.skipped, bytes.length - at);
        this.skipped += step;
        at += step;
      } else this.taken.push(bytes[at++]!);
      if (this.skipped === skip && this.taken.length === take) this.goOn();
    }
  }

  private goOn(): void {
    const { value, done } = this.walk.next(this.taken.splice(0));
    this.skipped = 0;
    this.wanted = done ? undefined : value;
  }
}

/** Bytes to look at, or to skip; never both, never none. */
interface Wanted {
  take?: number;
  skip?: number;
  /** The data may end before these bytes. */
  endsHere?: boolean;
}

const skippableMagic = 0x184d2a50;
const frameMagic = 0xfd2fb528;
const runBlock = 1;
const reservedBlock = 3;

/** Ends when the bytes are no frames. */
function* walkFrames(): Generator<Wanted, void, number[]> {
  for (let isFirst = true; ; isFirst = false) {
    const magic = numberOf(yield { take: 4, endsHere: !isFirst });
    if ((magic & ~0x0f) >>> 0 === skippableMagic) {
      const size = numberOf(yield { take: 4 });
      if (size > 0) yield { skip: size };
    } else if (magic === frameMagic) {
      const [descriptor = 0] = yield { take: 1 };
      const header = headerFieldBytes(descriptor);
      if (header > 0) yield { skip: header };
      if (!(yield* walkBlocks())) return;
      if ((descriptor & 0b100) !== 0) yield { skip: 4 };
    } else return;
  }
}

/** False when they are no blocks. */
function* walkBlocks(): Generator<Wanted, boolean, number[]> {
  for (;;) {
    const header = numberOf(yield { take: 3 });
    const type = (header >> 1) & 0b11;
    if (type === reservedBlock) return false;
    const size = type === runBlock ? 1 : header >>> 3;
    if (size > 0) yield { skip: size };
    if ((header & 1) === 1) return true;
  }
}

/** Little-endian. */
function numberOf(bytes: readonly number[]): number {
  return bytes.reduceRight((number, byte) => number * 256 + byte, 0);
}

/** Bytes of window, dictionary id and content size, as the descriptor gives them. */
function headerFieldBytes(descriptor: number): number {
  const singleSegment = (descriptor & 0b100000) !== 0;
  const window = singleSegment ? 0 : 1;
  const dictionary = [0, 1, 2, 4][descriptor & 0b11]!;
  const content = [singleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  return window + dictionary + content;
}
