import type { Origin } from "../../eventstore/event-store.ts";
import { AppError, messageOf } from "../../lib/errors.ts";
import type { EventRules } from "../../parser-rules/run/event-rules.ts";
import type { LineReader } from "../body/line-reader.ts";
import type { RawEvents } from "../body/raw-events.ts";
import type { CommitGroup } from "../commit/commit-group.ts";
import { keyOfEvent } from "../commit/retry-keys.ts";
import { BadEvent } from "../event/bad-event.ts";
import { EventLeaves } from "../event/event-leaves.ts";
import { judgeRuleTime, type MapContext, type MappedEvent } from "../event/finish-event.ts";
import { finishLeaves } from "../event/finish-leaves.ts";
import type { FastOutcome, FastPath } from "../fast/fast-events.ts";
import { originOf, type Receipt } from "../intake.ts";
import { rejectedListedMax, repeatsOfDeliveryMax } from "../limits.ts";
import type { ProtocolReader } from "../protocols/protocol-reader.ts";
import type { Waiting } from "./delivery-queue.ts";
import type { DeliveryReader } from "./read-delivery.ts";

/** A delivery on its way into a group, in steps: the outcome for its events so far. */
export class Reading {
  private readonly rejected: Receipt["rejected"] = [];
  /** Events of a document, collected until its end. */
  private readonly events: MappedEvent[] = [];
  private isRead = false;
  private placed = 0;
  private index = 0;
  private accepted = 0;
  private duplicates = 0;
  private cut = 0;
  private outOfTime = 0;
  private withoutTime = 0;
  private repeatsLeft = repeatsOfDeliveryMax;
  /** In events of the fast path. */
  private costSinceLook = 0;
  /** Events that a parser rule dropped. */
  private dropped = 0;
  private faults = 0;
  private rejectedCount = 0;
  /** The origin of the previous event, and all origins. */
  private sender: Sender;
  private readonly senders = new Map<string, Sender>();

  constructor(
    readonly waiting: Waiting,
    private readonly reader: DeliveryReader,
    private readonly group: CommitGroup,
    private readonly quick: FastPath,
    private readonly rules: EventRules,
  ) {
    this.sender = { context: reader.context, origin: originOf(waiting.delivery) };
    this.senders.set(waiting.delivery.address, this.sender);
  }

  /**
   * Continues until about the deadline. True when all of it is in the group. Throws AppError when the body is unusable
   * as a whole.
   */
  goOn(deadline: number): boolean {
    this.group.countFor(this.sender.origin);
    if (this.reader.protocol) return this.takeProtocol(this.reader.protocol, deadline);
    if (this.reader.raw) return this.takeRaw(this.reader.raw, deadline);
    if (this.reader.lines) return this.takeLines(this.reader.lines, deadline);
    this.isRead ||= this.readSome(deadline);
    return this.isRead && this.placeSome(deadline);
  }

  /** Tells senders the outcome of their events in the words of their protocol. */
  get isOfProtocol(): boolean {
    return this.reader.protocol !== undefined;
  }

  /** The number of its events, whatever their outcome. */
  get count(): number {
    return this.index;
  }

  /** At its end. */
  finish(): Receipt {
    const { group, accepted, dropped, duplicates, cut, outOfTime, withoutTime, rejected, rejectedCount } = this;
    const { protocol } = this.reader;
    const counts = { accepted: accepted + dropped, duplicates, cut, outOfTime, withoutTime };
    const notes = this.reader.raw?.notes() ?? [];
    const receipt = { ...counts, rejected, rejectedCount, ...(notes.length > 0 ? { notes } : {}) };
    if (protocol) return { ...receipt, ...(protocol.answer && { answer: protocol.answer() }) };
    group.countFor(originOf(this.waiting.delivery));
    group.addLoss("rejected", rejectedCount);
    group.addLoss("rule_dropped", dropped);
    return receipt;
  }

  /** Lines are independent, so each becomes part of the group at once and is not kept; true at the end. */
  private takeLines(lines: LineReader, deadline: number): boolean {
    const { reader, waiting, group } = this;
    const isQuick = lines.isValid && waiting.delivery.format === "events";
    while (lines.find()) {
      const outcome = isQuick ? this.quick.take(lines.bytes, lines.start, lines.end, reader.context, group) : "unusual";
      if (outcome === "unusual") this.judge(reader.readLine(), (event) => this.place(event));
      else this.countQuick(outcome);
      this.index++;
      if (this.isDue(outcome === "unusual" ? slowCost : 1, deadline)) return false;
    }
    return true;
  }

  /** Each event is independent, as lines are. */
  private takeRaw(raw: RawEvents, deadline: number): boolean {
    for (let found = raw.next(); found !== undefined; found = raw.next()) {
      if (found !== "pending") {
        this.judge(found, (event) => this.place(event));
        this.index++;
      }
      if (this.isDue(found === "pending" ? costPerLook : slowCost, deadline)) return false;
    }
    return true;
  }

  /** Its events are independent, too: the reader has refused an invalid body before. */
  private takeProtocol(protocol: ProtocolReader, deadline: number): boolean {
    for (;;) {
      const found = this.nextOf(protocol);
      if (found === undefined) return true;
      if (found === "pending") {
        if (this.isDue(costPerLook, deadline)) return false;
        continue;
      }
      this.setSender(protocol.address);
      const isQuick = found instanceof EventLeaves && this.takeQuick(found);
      if (!isQuick) this.judge(this.finished(found), (event) => this.place(event));
      this.index++;
      if (this.isDue(isQuick ? 1 : slowCost, deadline)) return false;
    }
  }

  private nextOf(protocol: ProtocolReader): ReturnType<ProtocolReader["next"]> {
    try {
      return protocol.next();
    } catch (error) {
      return this.faultyEvent(error);
    }
  }

  /** A fault of our own rejects its event alone, since those before it are in the group. */
  private faultyEvent(error: unknown): BadEvent {
    // A reader that stays where it failed would fail for ever.
    if (error instanceof AppError || ++this.faults > faultsMax) throw error;
    return new BadEvent(`The event could not be read: ${messageOf(error)}.`);
  }

  /** False: it is unusual. */
  private takeQuick(leaves: EventLeaves): boolean {
    const outcome = this.quick.takeLeaves(leaves, this.sender.context, this.group);
    if (outcome === "unusual") return false;
    this.countQuick(outcome);
    return true;
  }

  private finished(found: EventLeaves | MappedEvent | BadEvent): MappedEvent | BadEvent {
    try {
      return found instanceof EventLeaves ? finishLeaves(found, this.sender.context) : found;
    } catch (error) {
      return this.faultyEvent(error);
    }
  }

  /** Whether the deadline is over, as far as known: looks at the clock now and then. */
  private isDue(cost: number, deadline: number): boolean {
    this.costSinceLook += cost;
    if (this.costSinceLook < costPerLook) return false;
    this.costSinceLook = 0;
    return performance.now() >= deadline;
  }

  private countQuick(outcome: Exclude<FastOutcome, "unusual">): void {
    if (typeof outcome === "object") {
      this.judge(outcome, (event) => this.place(event));
      return;
    }
    if (outcome === "dropped") {
      this.drop();
      return;
    }
    this.accepted++;
    if (outcome === "repeat") this.duplicates++;
  }

  /** Datagrams of many senders may be one delivery. */
  private setSender(address = this.waiting.delivery.address): void {
    if (address === this.sender.origin.source) return;
    const known = this.senders.get(address);
    this.sender = known ?? senderOf(this.waiting, { ...this.reader.context, address });
    if (known === undefined) this.senders.set(address, this.sender);
    this.group.countFor(this.sender.origin);
  }

  /** Events of a document wait for its end, when it is known to be valid. */
  private readSome(deadline: number): boolean {
    for (;;) {
      const event = this.reader.next();
      if (event === undefined) return true;
      this.judge(event, (good) => this.events.push(good));
      this.index++;
      if (this.isDue(slowCost, deadline)) return false;
    }
  }

  private placeSome(deadline: number): boolean {
    const { events } = this;
    while (this.placed < events.length) {
      this.place(events[this.placed++]!);
      if (this.isDue(slowCost, deadline)) return false;
    }
    return true;
  }

  /** Rejected, dropped by a rule, or taken. */
  private judge(event: MappedEvent | BadEvent, take: (event: MappedEvent) => void): void {
    const { protocol } = this.reader;
    if (event instanceof BadEvent) {
      protocol?.reject?.(event.error);
      // Events of a protocol may come from several senders, and each has its own account.
      if (protocol) this.group.addLoss("rejected", 1);
      this.rejectedCount++;
      if (this.rejected.length < rejectedListedMax) this.rejected.push({ index: this.index, error: event.error });
    } else if (applyRules(this.rules, event, this.sender.context) !== undefined) take(event);
    else this.drop();
  }

  private drop(): void {
    if (this.reader.protocol) this.group.addLoss("rule_dropped", 1);
    this.dropped++;
  }

  private place(event: MappedEvent): void {
    const repeats = this.repeatsOf(event);
    this.accepted++;
    if (event.cut) this.cut++;
    if (event.outOfTime) this.outOfTime++;
    if (event.withoutTime) this.withoutTime++;
    const key = event.eventId === "" ? undefined : keyOfEvent(this.waiting.delivery, event.eventId);
    const isKnown = repeats > 0 && key !== undefined && this.group.answerFor(key) !== undefined;
    const row = repeats > 0 ? { ...event.row } : event.row;
    if (!this.group.add(event, key)) this.duplicates++;
    if (isKnown) return;
    // Each counts as an occurrence that came alone: for triggers and their thresholds, too.
    for (let i = 0; i < repeats; i++)
      this.group.add({ ...event, row: { ...row }, cut: false, outOfTime: false, withoutTime: false });
  }

  /** How many more occurrences the event stands for, as far as this delivery may have more. */
  private repeatsOf(event: MappedEvent): number {
    const repeats = event.count - 1;
    if (repeats <= this.repeatsLeft) {
      this.repeatsLeft -= repeats;
      return repeats;
    }
    event.cut = true;
    return 0;
  }
}

/** Applies the parser rules to a finished event, changing it in place; undefined: it is dropped. */
function applyRules(rules: EventRules, event: MappedEvent, context: MapContext): MappedEvent | undefined {
  const before = event.ruled?.time ?? event.row.times[0]!;
  const outcome = event.ruled?.outcome ?? rules.apply(event.row, event.sent);
  if (outcome === "dropped") return undefined;
  judgeRuleTime(event, before, context);
  if (outcome === "cut" || outcome === "cut-overwrote") event.cut = true;
  if (outcome === "overwrote" || outcome === "cut-overwrote") event.isOverwritten = true;
  return event;
}

/** One of the origins of a delivery's events. */
interface Sender {
  context: MapContext;
  origin: Origin;
}

function senderOf({ delivery }: Waiting, context: MapContext): Sender {
  return { context, origin: { ...originOf(delivery), source: context.address } };
}

/** Of our own, in one delivery. */
const faultsMax = 16;
/** Looking at the clock costs as much as a tenth of an event of the fast path. */
const costPerLook = 32;
/** At least that of another event, which may have a hundred thousand values. */
const slowCost = 10;
