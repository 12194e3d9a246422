import type { Micros } from "../../eventstore/event/event.ts";
import { writeText } from "../../eventstore/format/write-text.ts";
import type { EventRules, RuleOutcome, RuleTarget } from "../../parser-rules/run/event-rules.ts";
import { sentFields } from "../../parser-rules/sent-fields.ts";
import { sortedTags } from "../../parser-rules/working-event.ts";
import type { MappedEvent } from "../event/finish-event.ts";
import { leafKinds } from "../event/leaf-table.ts";
import { fastLeavesMax } from "../limits.ts";
import type { Shape } from "./event-shape.ts";
import type { FastTexts } from "./fast-row.ts";
import { RuledRow } from "./ruled-row.ts";
import { RuledShapes } from "./ruled-shapes.ts";

/**
 * Parser rules on the fast path. Most rules set tags and a severity: those values become leaves behind the event's own,
 * with a shape that has them, so that the event continues as bytes.
 */
export class RuledEvents {
  /** The event with its new tags, when `apply` said "goes on". */
  shape!: Shape;
  levels = 0;
  /** Bytes of the values that rules set for it. */
  length = 0;
  /** Buffer of the leaves that rules set. */
  bytes = Buffer.allocUnsafeSlow(16 * 1024);
  private readonly row: RuledRow;
  private readonly shapes = new RuledShapes();

  constructor(
    private readonly rules: EventRules,
    private readonly texts: FastTexts,
  ) {
    this.row = new RuledRow(texts);
  }

  /**
   * Applies the rules to the event scanned last. The object of an event with other changes is for the slow path.
   * Parameters: called for each event that rules may apply to.
   */
  apply(
    shape: Shape,
    bytes: Uint8Array,
    time: Micros,
    levels: number,
    type: number,
    target: RuleTarget,
  ): MappedEvent | "dropped" | "goes on" {
    this.row.begin(shape, bytes, time, levels, type, target.program);
    const outcome = this.applyToRow(shape, time, target);
    this.row.end();
    return outcome;
  }

  private applyToRow(shape: Shape, time: Micros, target: RuleTarget): MappedEvent | "dropped" | "goes on" {
    const { row } = this;
    const sent = this.isNameless(shape) ? shape.sent & ~sentFields.program : shape.sent;
    const outcome = this.rules.apply(row, sent, target, row);
    if (outcome === "dropped") return outcome;
    const next = outcome === "kept" && row.isAsItWas ? this.shapeWith(shape) : undefined;
    if (next === undefined) return mapped(row, sent, { outcome, time });
    this.shape = next;
    this.levels = row.facility * 8 + row.severity;
    return "goes on";
  }

  private isNameless({ program }: Shape): boolean {
    const { starts, ends } = this.texts.table;
    return program >= 0 && starts[program] === ends[program];
  }

  private shapeWith(shape: Shape): Shape | undefined {
    const { set } = this.row;
    this.length = 0;
    if (set.length === 0) return shape;
    const pairs = this.shapes.isCrowded(shape) ? sortedTags(set) : set;
    const next = this.shapes.find(shape, pairs, fastLeavesMax);
    if (next !== undefined) this.writeLeaves(pairs);
    return next;
  }

  private writeLeaves(pairs: readonly string[]): void {
    const { starts, ends, kinds } = this.texts.table;
    let units = 0;
    for (let i = 1; i < pairs.length; i += 2) units += pairs[i]!.length;
    if (units * 3 > this.bytes.length) this.bytes = Buffer.allocUnsafeSlow(units * 6);
    let at = 0;
    for (let i = 0; i < pairs.length; i += 2) {
      const leaf = fastLeavesMax + i / 2;
      starts[leaf] = at;
      at += writeText(this.bytes, pairs[i + 1]!, at);
      ends[leaf] = at;
      kinds[leaf] = leafKinds.ruled;
    }
    this.length = at;
  }
}

/**
 * The cases that the fast path leaves: repeated messages, retry keys, times that are out of bounds, texts to be cut.
 */
function mapped(row: RuledRow, sent: number, ruled: { outcome: RuleOutcome; time: Micros }): MappedEvent {
  const event = { eventId: "", cut: false, outOfTime: false, count: 1, withoutTime: false };
  return { ...event, row: row.copy(), sent, ruled };
}
