import type { EventRow, Micros } from "../eventstore/event.ts";
import type { ByteIndex, ByteTargets } from "../triggers/byte-index.ts";
import type { Fired, TriggerMatcher } from "../triggers/trigger-matcher.ts";
import type { EventScanner } from "./event-scanner.ts";
import type { Shape } from "./event-shape.ts";
import { makeQuickRow, type QuickTexts } from "./quick-row.ts";

interface AskedTag {
  leaf: number;
  targets: ByteTargets;
}

/**
 * Triggers on the quick road. The bytes of an event tell whether any may fire; only then it becomes an object that they are asked with, and goes on as
 * bytes nevertheless.
 */
export class QuickTriggers {
  private index: ByteIndex | undefined;
  /** By shape what is asked of which of its leaves. */
  private tagsOf = new WeakMap<Shape, AskedTag[]>();
  private row: EventRow | undefined;

  constructor(
    private readonly triggers: TriggerMatcher,
    private readonly scanner: EventScanner,
  ) {}

  /** What fires for the event scanned last. `levels`: facility * 8 + severity. */
  fire(
    shape: Shape,
    bytes: Uint8Array,
    time: Micros,
    levels: number,
    type: number,
    texts: QuickTexts,
  ): Fired | undefined {
    if (this.triggers.isIdle || !this.mayFire(shape, bytes, levels, type, texts)) return undefined;
    this.row = makeQuickRow(shape, bytes, this.scanner, texts, time, levels, type);
    return this.triggers.fire(this.row);
  }

  /** The event for which these fired just now has this id. */
  note(fired: Fired, id: number): void {
    this.triggers.note(fired, this.row!, id);
  }

  private mayFire(shape: Shape, bytes: Uint8Array, levels: number, type: number, texts: QuickTexts): boolean {
    const index = this.current();
    if (index.always || index.hasCodes(levels & 7, levels >> 3, type)) return true;
    const { host, program, message } = shape;
    const { addressBytes } = texts;
    if (index.host !== undefined) {
      if (host < 0 && index.host.mayHold(addressBytes, 0, addressBytes.length)) return true;
      if (host >= 0 && this.holds(index.host, host, bytes, texts)) return true;
    }
    if (index.program !== undefined && program >= 0 && this.holds(index.program, program, bytes, texts)) return true;
    // It is read out of the message: events that name it themselves go the whole road.
    if (index.asksMnemonic && texts.mayHaveMnemonic) return true;
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
