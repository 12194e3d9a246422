import type { ByteIndex, ByteTargets } from "../triggers/byte-index.ts";
import type { TriggerMatcher } from "../triggers/trigger-matcher.ts";
import type { EventScanner } from "./event-scanner.ts";
import type { Shape } from "./event-shape.ts";

/** Where the quick road has the texts of the event scanned last. */
export interface QuickTexts {
  /** Of the host that stands in for one that is not named. */
  readonly addressBytes: Uint8Array;
  sourceOf(leaf: number, bytes: Uint8Array): Uint8Array;
}

interface AskedTag {
  leaf: number;
  targets: ByteTargets;
}

/** Whether triggers may fire for an event on the quick road: those that may go the whole road, where triggers are asked. */
export class TriggerTargets {
  private index: ByteIndex | undefined;
  /** By shape what is asked of which of its leaves. */
  private tagsOf = new WeakMap<Shape, AskedTag[]>();

  constructor(
    private readonly triggers: TriggerMatcher,
    private readonly scanner: EventScanner,
  ) {}

  /** `levels`: facility * 8 + severity. */
  mayFire(shape: Shape, bytes: Uint8Array, levels: number, type: number, texts: QuickTexts): boolean {
    const index = this.current();
    if (index.always || index.hasCodes(levels & 7, levels >> 3, type)) return true;
    const { host, program, message } = shape;
    const { addressBytes } = texts;
    if (index.host !== undefined) {
      if (host < 0 && index.host.mayHold(addressBytes, 0, addressBytes.length)) return true;
      if (host >= 0 && this.holds(index.host, host, bytes, texts)) return true;
    }
    if (index.program !== undefined && program >= 0 && this.holds(index.program, program, bytes, texts)) return true;
    // It is read out of the message, or named by the event itself.
    if (index.asksMnemonic) return true;
    if (index.message !== undefined && this.holds(index.message, message, bytes, texts)) return true;
    for (const { leaf, targets } of this.askedOf(shape, index))
      if (this.holds(targets, leaf, bytes, texts)) return true;
    return false;
  }

  private holds(targets: ByteTargets, leaf: number, bytes: Uint8Array, texts: QuickTexts): boolean {
    return targets.mayHold(texts.sourceOf(leaf, bytes), this.scanner.starts[leaf]!, this.scanner.ends[leaf]!);
  }

  private current(): ByteIndex {
    const { byteIndex } = this.triggers;
    if (this.index !== byteIndex) {
      this.index = byteIndex;
      this.tagsOf = new WeakMap();
    }
    return byteIndex;
  }

  private askedOf(shape: Shape, index: ByteIndex): readonly AskedTag[] {
    const known = this.tagsOf.get(shape);
    if (known !== undefined) return known;
    const asked = shape.tagNames.flatMap((name, i) => {
      const targets = index.tag(name);
      return targets === undefined ? [] : [{ leaf: shape.tags[i]!, targets }];
    });
    this.tagsOf.set(shape, asked);
    return asked;
  }
}
