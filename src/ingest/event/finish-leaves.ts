import { isUtf8 } from "node:buffer";
import { eventNamesBytesMax, eventValuesMax } from "../limits.ts";
import { BadEvent } from "./bad-event.ts";
import { EventFields } from "./event-fields.ts";
import { type EventLeaves, leafSlots, slotCount, type TextSlot } from "./event-leaves.ts";
import { eventOfCarried } from "./event-of-line.ts";
import { finishEvent, type MapContext, type MappedEvent } from "./finish-event.ts";
import { protocolNames } from "./foreign-names.ts";
import { isExact } from "./json-dialects/exact-numbers.ts";
import { leafKinds } from "./leaf-table.ts";

/**
 * The slow path of an event that a protocol's reader found: returns an event, or why it is none. Slots win; a name that
 * programs give one of our fields fills an empty slot; everything else is a user tag. Without a message the slot
 * `fallback` is the message, and without that too the tags are, as `name=value`. A message that is a carried line fills
 * the fields that are still empty.
 */
export function finishLeaves(leaves: EventLeaves, context: MapContext): MappedEvent | BadEvent {
  if (leaves.isOverfull) return overfull;
  const reader = new LeafTexts(leaves);
  const fields = new EventFields(protocolNames);
  const { numbers } = leaves.table;
  if (leaves.isFilled("time")) fields.time = numbers[leafSlots.time];
  if (leaves.isFilled("severity")) fields.severity = numbers[leafSlots.severity];
  if (leaves.isFilled("facility")) fields.facility = numbers[leafSlots.facility];
  fields.host = reader.slot("host");
  fields.program = reader.slot("program");
  fields.message = reader.slot("message");
  fields.eventId = leaves.eventId;
  for (let leaf = slotCount; leaf < leaves.count; leaf++) fields.addLeaf(reader.name(leaf), reader.value(leaf));
  fields.resolve();
  if (fields.message !== "" && leaves.carriesLine) takeCarried(fields, context);
  fields.message ||= reader.slot("fallback") || reader.allLeaves();
  if (fields.message === "") return new BadEvent("The event holds nothing.");
  const event = finishEvent(fields, context);
  if (reader.isGarbled) event.cut = true;
  return event;
}

function takeCarried(fields: EventFields, { arrival, keepsLines }: MapContext): void {
  const { message } = fields;
  const carried = keepsLines ? undefined : eventOfCarried(message, fields.sent, arrival);
  if (carried === undefined) return;
  const { user_tags, extra_fields, ...named } = carried;
  fields.message = "";
  fields.extra = extra_fields as Record<string, unknown>;
  fields.addTags(user_tags as object);
  for (const name in named) fields.addLeaf(name, named[name]);
  fields.resolve();
  fields.message ||= message;
}

const overfull = new BadEvent(
  `The event has more than ${eventValuesMax} values, or more than ${eventNamesBytesMax / 1024 / 1024} MiB of names.`,
);

/** Makes texts and values of leaves. */
class LeafTexts {
  /** Some bytes were not UTF-8. */
  isGarbled = false;
  readonly #leaves: EventLeaves;

  constructor(leaves: EventLeaves) {
    this.#leaves = leaves;
  }

  slot(slot: TextSlot): string {
    return this.#leaves.isFilled(slot) ? this.#text(leafSlots[slot]) : "";
  }

  name(leaf: number): string {
    const { nameStarts, nameEnds } = this.#leaves;
    return this.#read(this.#leaves.nameSourceOf(leaf), nameStarts[leaf]!, nameEnds[leaf]!);
  }

  value(leaf: number): string | number | boolean | null {
    const { kinds, numbers } = this.#leaves.table;
    const kind = kinds[leaf];
    if (kind === leafKinds.nothing) return null;
    if (kind === leafKinds.given) return numbers[leaf]!;
    const text = this.#text(leaf);
    if (kind === leafKinds.number) return Number(text);
    if (kind === leafKinds.odd || kind === leafKinds.longNumber) return readScalar(text);
    return kind === leafKinds.word ? text === "true" : text;
  }

  allLeaves(): string {
    const { count } = this.#leaves;
    const pairs = Array.from({ length: count - slotCount }, (_, i) => i + slotCount);
    return pairs.map((leaf) => `${this.name(leaf)}=${this.value(leaf)}`).join(" ");
  }

  #text(leaf: number): string {
    const { starts, ends, kinds } = this.#leaves.table;
    const text = this.#read(this.#leaves.sourceOf(leaf), starts[leaf]!, ends[leaf]!);
    return kinds[leaf] === leafKinds.escaped ? (JSON.parse(`"${text}"`) as string) : text;
  }

  #read(source: Uint8Array, start: number, end: number): string {
    if (!(this.#leaves.isUtf8 || isUtf8(source.subarray(start, end)))) this.isGarbled = true;
    return Buffer.from(source.buffer, source.byteOffset + start, end - start).toString("utf8");
  }
}

/** A number that would be changed is its text. */
function readScalar(json: string): string | number | boolean | null {
  const value = JSON.parse(json) as string | number | boolean | null;
  return typeof value === "number" && !isExact(value, json) ? json : value;
}
