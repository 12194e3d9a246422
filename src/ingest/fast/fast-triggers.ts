import type { EventRow, Micros } from "../../eventstore/event/event.ts";
import type { ByteIndex, ByteTargets } from "../../triggers/matching/byte-index.ts";
import type { Fired, TriggerMatcher } from "../../triggers/matching/trigger-matcher.ts";
import type { AskedLeaves, Shape } from "./event-shape.ts";
import { type FastTexts, makeFastRow } from "./fast-row.ts";

/**
 * Triggers on the fast path. The bytes of an event tell whether any may fire; only then an object is made to test them
 * with, and the event still continues as bytes.
 */
export class FastTriggers {
  private row: EventRow | undefined;

  constructor(private readonly triggers: TriggerMatcher) {}

  /**
   * The triggers that fire for the event scanned last. `levels`: facility * 8 + severity. Parameters: called for each
   * event of the fast path.
   */
  fire(
    shape: Shape,
    bytes: Uint8Array,
    time: Micros,
    levels: number,
    type: number,
    texts: FastTexts,
  ): Fired | undefined {
    if (this.triggers.isIdle || !this.mayFire(shape, bytes, levels, type, texts)) return undefined;
    this.row = makeFastRow(shape, bytes, texts, time, levels, type);
    return this.triggers.fire(this.row);
  }

  /** The event for which these fired just now has this id. */
  record(fired: Fired, id: number): void {
    this.triggers.note(fired, this.row!, id);
  }

  private mayFire(shape: Shape, bytes: Uint8Array, levels: number, type: number, texts: FastTexts): boolean {
    const index = this.triggers.byteIndex;
    // Before everything else: each event shows that its pattern still occurs.
    if ((index.asksNewPatterns || index.patternIds.length > 0) && this.mayFireByPattern(shape, bytes, texts))
      return true;
    if (index.asksPatternsAlone) return false;
    if (index.always || index.hasCodes(levels & 7, levels >> 3, type)) return true;
    const { addressBytes, mayHaveMnemonic } = texts;
    if (shape.host < 0 && index.host?.mayHold(addressBytes, 0, addressBytes.length)) return true;
    // It is read out of the message: events that name it themselves take the slow path.
    if (mayHaveMnemonic && index.asksMnemonic) return true;
    if (shape.asked?.index !== index) shape.asked = { index, leaves: askedLeaves(shape, index) };
    const asked = shape.asked.leaves;
    const { starts, ends } = texts.table;
    for (let i = 0; i < asked.length; i++) {
      const { leaf, targets } = asked[i]!;
      if (targets.mayHold(texts.sourceOf(leaf, bytes), starts[leaf]!, ends[leaf]!)) return true;
    }
    return false;
  }

  private mayFireByPattern({ message }: Shape, bytes: Uint8Array, texts: FastTexts): boolean {
    const { patterns } = this.triggers;
    const { starts, ends } = texts.table;
    const seen = patterns.look(texts.sourceOf(message, bytes), starts[message]!, ends[message]!);
    return seen.isAsked || seen.families.length > 0 || patterns.isNew(seen);
  }
}

function askedLeaves({ host, program, message, tags, tagNames }: Shape, index: ByteIndex): AskedLeaves["leaves"] {
  const asked: AskedLeaves["leaves"][number][] = [];
  const ask = (leaf: number, targets: ByteTargets | undefined) => {
    if (leaf >= 0 && targets !== undefined) asked.push({ leaf, targets });
  };
  ask(host, index.host);
  ask(program, index.program);
  for (const [i, name] of tagNames.entries()) ask(tags[i]!, index.tag(name));
  // The longest is the last.
  ask(message, index.message);
  return asked;
}
