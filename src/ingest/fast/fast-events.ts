import { messageBytesMax, nameCharactersMax, tagValueBytesMax } from "../../eventstore/event/event-limits.ts";
import {
  defaultFacility,
  defaultSeverity,
  readFacility,
  readLevel,
  readPriority,
  readSeverity,
} from "../../eventstore/event/syslog-priority.ts";
import { cutToCharacters } from "../../lib/text-bounds.ts";
import type { EventRules, RuleTarget } from "../../parser-rules/run/event-rules.ts";
import type { TriggerMatcher } from "../../triggers/matching/trigger-matcher.ts";
import { writeUnescaped } from "../body/scalar-scanner.ts";
import type { CommitGroup } from "../commit/commit-group.ts";
import type { Dedup } from "../commit/dedup.ts";
import type { Identity } from "../commit/identity.ts";
import { readCiscoMnemonic } from "../event/cisco-mnemonic.ts";
import { type EventLeaves, leafSlots } from "../event/event-leaves.ts";
import { fromCount, readEventTime } from "../event/event-time.ts";
import type { MapContext, MappedEvent } from "../event/finish-event.ts";
import { IsoClock } from "../event/iso-clock.ts";
import { type LeafTable, leafKinds } from "../event/leaf-table.ts";
import { aheadMicrosMax } from "../limits.ts";
import { EventScanner } from "./event-scanner.ts";
import type { Shape } from "./event-shape.ts";
import { type FastTexts, readText } from "./fast-row.ts";
import { FastTriggers } from "./fast-triggers.ts";
import { LeafShapes } from "./leaf-shapes.ts";
import { lookAtMessage, says } from "./message-look.ts";
import { MnemonicSearch } from "./mnemonic-search.ts";
import { readNumber } from "./read-number.ts";
import { RuleTargets } from "./rule-targets.ts";
import { RuledEvents } from "./ruled-events.ts";
import { hasValidTexts } from "./valid-texts.ts";

/**
 * The outcome for the bytes: nothing, the slow path has to take them; a new event; an occurrence of a known one; an
 * event that a parser rule dropped; or one that rules changed so that the slow path has to continue with it.
 */
export type FastOutcome = "unusual" | "new" | "repeat" | "dropped" | MappedEvent;

/** Takes events as bytes; anything it leaves is for the slow path. */
export type FastPath = Pick<FastEvents, "take" | "takeLeaves">;

/**
 * The fast path of an event: from the bytes of its JSON into the columns of the commit, without an object, and without
 * a string where none is needed. It takes the common form alone, and its result equals that of the slow path
 * (`parseEvent`). One for a thread.
 */
export class FastEvents implements FastTexts {
  private readonly scanner = new EventScanner();
  /** Texts without their escapes. */
  private plain = new Uint8Array(4096);
  private readonly leafShapes = new LeafShapes();
  private readonly isoClock = new IsoClock();
  /** The event being read: the scanner's table, or that of the leaves. */
  table: LeafTable = this.scanner.table;
  private leafCount = 0;
  /** The event being read has texts that may not be UTF-8. */
  private unchecked: EventLeaves | undefined;
  /** Texts of its leaves that do not lie in the body. */
  private beside: Uint8Array = this.plain;
  /** The message of the event being read may be a line that its envelope carries. */
  private carriesLine = false;
  private address = "";
  addressBytes = new Uint8Array(0);
  /** About the event being taken. */
  mayHaveMnemonic = false;

  private readonly mnemonics = new MnemonicSearch();
  private readonly targets: RuleTargets;
  private readonly ruled: RuledEvents;
  private readonly fastTriggers: FastTriggers;

  constructor(
    private readonly dedup: Dedup,
    rules: EventRules,
    triggers: TriggerMatcher,
  ) {
    this.targets = new RuleTargets(rules);
    this.ruled = new RuledEvents(rules, this);
    this.fastTriggers = new FastTriggers(triggers);
  }

  /** Puts the event in bytes[from .. to), which must be UTF-8, into the group. */
  take(bytes: Uint8Array, from: number, to: number, context: MapContext, group: CommitGroup): FastOutcome {
    const shape = this.scanner.scan(bytes, from, to);
    if (shape === undefined) return "unusual";
    this.table = this.scanner.table;
    this.unchecked = undefined;
    this.carriesLine = false;
    return this.takeShape(shape, bytes, to - from, context, group);
  }

  /** Puts an event that the reader of a protocol found into the group. */
  takeLeaves(leaves: EventLeaves, context: MapContext, group: CommitGroup): FastOutcome {
    const shape = this.leafShapes.find(leaves);
    if (shape === undefined) return "unusual";
    this.unchecked = leaves.isUtf8 ? undefined : leaves;
    this.table = leaves.table;
    this.leafCount = leaves.count;
    // Unescaping moves texts, and the slow path may still need them where they were.
    if (leaves.table.hasEscapes) this.moveToOwnTable();
    this.beside = leaves.scratch;
    this.carriesLine = leaves.carriesLine && shape.message !== leafSlots.fallback;
    const messageBytes = shape.message === leafSlots.fallback ? leaves.sizeOf(shape.message) : 0;
    return this.takeShape(shape, leaves.bytes, leaves.sizeBytes + messageBytes, context, group);
  }

  private moveToOwnTable(): void {
    const { table } = this.scanner;
    table.copy(this.table, this.leafCount);
    this.table = table;
  }

  private takeShape(
    shape: Shape,
    bytes: Uint8Array,
    length: number,
    context: MapContext,
    group: CommitGroup,
  ): FastOutcome {
    if (!this.fits(shape, length, bytes)) return "unusual";
    const time = this.readTime(shape, bytes, context.arrival);
    if (!(time >= context.oldest && time <= context.arrival + aheadMicrosMax)) return "unusual";
    let levels = this.readLevels(shape, bytes);
    if (levels < 0 || !this.trimMessage(shape, bytes)) return "unusual";
    const said = this.lookAtMessage(shape, bytes);
    if (said === says.more) return "unusual";
    if (said !== says.nothing) levels = (levels & ~7) | said;
    this.mayHaveMnemonic = this.looksLikeMnemonic(shape, bytes);
    if (shape.host < 0 && context.address !== this.address) this.setAddress(context.address);
    const target = this.targetOfRules(shape, bytes);
    if (target === undefined) return this.enter(shape, bytes, length, time, levels, context.type, group);
    if (!this.isValid(shape)) return "unusual";
    this.unchecked = undefined;
    // The scanner's table has room for the leaves that rules add.
    if (this.table !== this.scanner.table) this.moveToOwnTable();
    const { ruled } = this;
    const outcome = ruled.apply(shape, bytes, time, levels, context.type, target);
    if (outcome !== "goes on") return outcome;
    return this.enter(ruled.shape, bytes, length + ruled.length, time, ruled.levels, context.type, group);
  }

  /**
   * Puts the event scanned last, `length` bytes, into the group. `levels`: facility * 8 + severity.
   * Parameters: called for each event of the fast path.
   */
  private enter(
    shape: Shape,
    bytes: Uint8Array,
    length: number,
    time: number,
    levels: number,
    type: number,
    group: CommitGroup,
  ): "new" | "repeat" | "unusual" {
    const severity = levels & 7;
    const facility = levels >> 3;
    const { identity } = this.dedup;
    if (identity !== undefined) this.identify(shape, bytes, severity, facility, length);
    if (identity?.isAscii !== true && !this.isValid(shape)) return "unusual";
    group.count();
    const fired = this.fastTriggers.fire(shape, bytes, time, levels, type, this);
    if (identity !== undefined) {
      const id = this.dedup.placeIdentity(time, group.draft.nextId);
      if (id !== undefined) {
        if (fired !== undefined) this.fastTriggers.record(fired, id);
        group.addOccurrence(id, time, fired?.set);
        return "repeat";
      }
    }
    if (fired !== undefined) this.fastTriggers.record(fired, group.draft.nextId);
    const row = group.draft.builder.begin(time, severity, facility, type, 0);
    if (fired !== undefined) group.draft.builder.noteFired(row, fired.set);
    this.addTexts(shape, bytes, row, group);
    group.draft.builder.bytes += length;
    group.draft.noteAdded(1);
    return "new";
  }

  private isValid(shape: Shape): boolean {
    return this.unchecked === undefined || hasValidTexts(this.unchecked, shape);
  }

  /** Checks bounds and kinds of values; afterwards, texts with escapes lie unescaped in `plain`. */
  private fits(shape: Shape, length: number, bytes: Uint8Array): boolean {
    const { starts, ends, kinds } = this.table;
    const { host, program, message, eventId, tags } = shape;
    if (host >= 0 && !this.isName(host)) return false;
    if (program >= 0 && !this.isName(program) && !(shape.mayBeNameless && this.isEmpty(program))) return false;
    if (eventId >= 0 && kinds[eventId] !== leafKinds.number) return false;
    const messageKind = kinds[message];
    if (messageKind !== leafKinds.text && messageKind !== leafKinds.escaped && messageKind !== leafKinds.written)
      return false;
    if (ends[message] === starts[message] || ends[message]! - starts[message]! > messageBytesMax) return false;
    let used = 0;
    if (this.plain.length < length) this.plain = new Uint8Array(length * 2);
    if (messageKind === leafKinds.escaped) used = this.unescape(message, bytes, used);
    for (let i = 0; i < tags.length; i++) {
      const leaf = tags[i]!;
      const kind = kinds[leaf];
      if (ends[leaf]! - starts[leaf]! > tagValueBytesMax || kind === leafKinds.longNumber || kind === leafKinds.odd)
        return false;
      if (kind === leafKinds.escaped) used = this.unescape(leaf, bytes, used);
      else if (kind === leafKinds.nothing) ends[leaf] = starts[leaf]!;
    }
    return true;
  }

  private unescape(leaf: number, bytes: Uint8Array, used: number): number {
    const { starts, ends } = this.table;
    const end = writeUnescaped(bytes, starts[leaf]!, ends[leaf]!, this.plain, used);
    starts[leaf] = used;
    ends[leaf] = end;
    return end;
  }

  private isName(leaf: number): boolean {
    const { starts, ends, kinds } = this.table;
    const length = ends[leaf]! - starts[leaf]!;
    return (
      (kinds[leaf] === leafKinds.text || kinds[leaf] === leafKinds.written) && length > 0 && length <= nameCharactersMax
    );
  }

  private isEmpty(leaf: number): boolean {
    const { starts, ends, kinds } = this.table;
    return kinds[leaf] === leafKinds.text && starts[leaf] === ends[leaf];
  }

  /** NaN: not a time that the fast path reads. */
  private readTime({ ts }: Shape, bytes: Uint8Array, arrival: number): number {
    if (ts < 0) return arrival;
    const { starts, ends, kinds, numbers } = this.table;
    const kind = kinds[ts];
    // A reader's time is in microseconds, a number under a foreign name in any unit.
    if (kind === leafKinds.given) return ts === leafSlots.time ? numbers[ts]! : fromCount(numbers[ts]!);
    if (kind === leafKinds.text) {
      const time = this.isoClock.read(bytes, starts[ts]!);
      if (this.isoClock.end === ends[ts]) return time;
    }
    if (kind === leafKinds.text) return readEventTime(readText(bytes, starts[ts]!, ends[ts]!)) ?? Number.NaN;
    if (kind !== leafKinds.number && kind !== leafKinds.longNumber) return Number.NaN;
    return fromCount(readNumber(bytes, starts[ts]!, ends[ts]!));
  }

  /** facility * 8 + severity; -1: not for the fast path. */
  private readLevels(shape: Shape, bytes: Uint8Array): number {
    const { severity: severityLeaf, facility: facilityLeaf, priority: priorityLeaf, isForeignSeverity } = shape;
    let severity: number | undefined = defaultSeverity;
    let facility: number | undefined = defaultFacility;
    if (priorityLeaf >= 0) {
      const priority = readPriority(this.valueOf(priorityLeaf, bytes));
      if (priority === undefined) return -1;
      ({ severity, facility } = priority);
    }
    if (severityLeaf >= 0)
      severity =
        this.readSmall(severityLeaf, bytes, 7) ??
        (isForeignSeverity ? readLevel : readSeverity)(this.valueOf(severityLeaf, bytes));
    if (facilityLeaf >= 0)
      facility = this.readSmall(facilityLeaf, bytes, 23) ?? readFacility(this.valueOf(facilityLeaf, bytes));
    return severity === undefined || facility === undefined ? -1 : facility * 8 + severity;
  }

  /** The leaf's number of one or two digits, read without making a value of it. */
  private readSmall(leaf: number, bytes: Uint8Array, max: number): number | undefined {
    const { starts, ends, kinds } = this.table;
    if (kinds[leaf] !== leafKinds.number) return undefined;
    const start = starts[leaf]!;
    const length = ends[leaf]! - start;
    let value = bytes[start]! - zero;
    if (length === 2) value = value * 10 + bytes[start + 1]! - zero;
    return length <= 2 && value >= 0 && value <= max ? value : undefined;
  }

  /** As JSON.parse gives it; undefined for anything that is no level. */
  private valueOf(leaf: number, bytes: Uint8Array): unknown {
    const { starts, ends, kinds, numbers } = this.table;
    const kind = kinds[leaf];
    if (kind === leafKinds.given) return numbers[leaf];
    if (kind === leafKinds.written) return readText(this.beside, starts[leaf]!, ends[leaf]!);
    if (kind === leafKinds.text) return readText(bytes, starts[leaf]!, ends[leaf]!);
    return kind === leafKinds.number ? Number(readText(bytes, starts[leaf]!, ends[leaf]!)) : undefined;
  }

  /** Container runtimes hand lines on with their line end. False when nothing else is in the message. */
  private trimMessage({ message, isForeignMessage }: Shape, bytes: Uint8Array): boolean {
    if (!isForeignMessage) return true;
    const { starts, ends } = this.table;
    const source = this.sourceOf(message, bytes);
    let end = ends[message]!;
    while (end > starts[message]! && (source[end - 1] === 10 || source[end - 1] === 13)) end--;
    // The table may be that of the leaves, which the slow path reads afterwards.
    if (end === starts[message]) return false;
    ends[message] = end;
    return true;
  }

  private lookAtMessage({ message, severity }: Shape, bytes: Uint8Array): number {
    const { starts, ends } = this.table;
    const source = this.sourceOf(message, bytes);
    return lookAtMessage(source, starts[message]!, ends[message]!, this.carriesLine, severity >= 0);
  }

  private looksLikeMnemonic({ message }: Shape, bytes: Uint8Array): boolean {
    const { starts, ends, kinds } = this.table;
    const [from, to] = [starts[message]!, ends[message]!];
    if (kinds[message] === leafKinds.text) return this.mnemonics.mayStandInBody(bytes, from, to);
    return this.mnemonics.mayStandBeside(this.sourceOf(message, bytes), from, to);
  }

  /** The target that its message was tested with, when a parser rule may change it. */
  private targetOfRules(shape: Shape, bytes: Uint8Array): RuleTarget | undefined {
    const { starts, ends } = this.table;
    const { program, message } = shape;
    const [from, to] = program < 0 ? [0, 0] : [starts[program]!, ends[program]!];
    const named = program < 0 ? bytes : this.sourceOf(program, bytes);
    const target = this.targets.find(named, from, to, shape, this.mayHaveMnemonic);
    if (target === undefined) return undefined;
    const rules = target.gate.rulesFor(this.sourceOf(message, bytes), starts[message]!, ends[message]!);
    return rules.length === 0 ? undefined : target;
  }

  /** The twin of `Identity.ofRow`. */
  private identify(shape: Shape, bytes: Uint8Array, severity: number, facility: number, length: number): void {
    const { starts, ends } = this.table;
    const { host, program, message, tags } = shape;
    const identity = this.dedup.identity!;
    identity.begin(length * 2 + this.addressBytes.length + 64);
    if (host >= 0) identity.addBytes(this.sourceOf(host, bytes), starts[host]!, ends[host]!);
    else identity.addBytes(this.addressBytes, 0, this.addressBytes.length);
    if (program >= 0) identity.addBytes(this.sourceOf(program, bytes), starts[program]!, ends[program]!);
    else identity.addBytes(bytes, 0, 0);
    identity.addLevels(severity, facility);
    identity.addNames(this.hashOfNames(shape, identity));
    for (let i = 0; i < tags.length; i++) {
      const leaf = tags[i]!;
      if (ends[leaf]! > starts[leaf]!) identity.addBytes(this.sourceOf(leaf, bytes), starts[leaf]!, ends[leaf]!);
    }
    identity.addBytes(this.sourceOf(message, bytes), starts[message]!, ends[message]!);
  }

  /** An empty value is no tag. */
  private hashOfNames(shape: Shape, identity: Identity): Uint8Array {
    const { starts, ends } = this.table;
    const { tags, nameBytes } = shape;
    let present = 0;
    for (let i = 0; i < tags.length; i++) if (ends[tags[i]!]! > starts[tags[i]!]!) present++;
    if (present < tags.length)
      return identity.hashOfNames(Buffer.concat(nameBytes.filter((_, i) => ends[tags[i]!]! > starts[tags[i]!]!)));
    shape.namesHash ??= identity.hashOfNames(Buffer.concat(nameBytes));
    return shape.namesHash;
  }

  private addTexts(shape: Shape, bytes: Uint8Array, row: number, group: CommitGroup): void {
    const { starts, ends, kinds, numbers } = this.table;
    const { host, program, message, tags } = shape;
    const { builder } = group.draft;
    if (host >= 0) builder.host.add(row, this.sourceOf(host, bytes), starts[host]!, ends[host]!);
    else builder.host.add(row, this.addressBytes, 0, this.addressBytes.length);
    if (program >= 0 && ends[program]! > starts[program]!)
      builder.program.add(row, this.sourceOf(program, bytes), starts[program]!, ends[program]!);
    const source = this.sourceOf(message, bytes);
    builder.message.add(row, source, starts[message]!, ends[message]!);
    if (this.mayHaveMnemonic) {
      const mnemonic = readCiscoMnemonic(readText(source, starts[message]!, ends[message]!));
      if (mnemonic !== "") builder.ciscoMnemonic.addString(row, cutToCharacters(mnemonic, nameCharactersMax));
    }
    if (shape.columns === undefined || shape.generation !== builder.generation) {
      shape.columns = shape.tagNames.map((name) => builder.tag(name));
      shape.generation = builder.generation;
    }
    for (let i = 0; i < tags.length; i++) {
      const leaf = tags[i]!;
      if (ends[leaf]! === starts[leaf]!) continue;
      // Adding 0 makes -0 what its text says.
      const number = kinds[leaf] === leafKinds.given ? numbers[leaf]! + 0 : Number.NaN;
      shape.columns[i]!.add(row, this.sourceOf(leaf, bytes), starts[leaf]!, ends[leaf]!, number);
    }
  }

  /** Buffer that holds the bytes of a leaf. */
  sourceOf(leaf: number, bytes: Uint8Array): Uint8Array {
    const kind = this.table.kinds[leaf]!;
    if (kind === leafKinds.escaped) return this.plain;
    if (kind === leafKinds.ruled) return this.ruled.bytes;
    return kind >= leafKinds.written ? this.beside : bytes;
  }

  private setAddress(address: string): void {
    this.address = address;
    this.addressBytes = new Uint8Array(Buffer.from(cutToCharacters(address, nameCharactersMax)));
  }
}

const zero = 0x30;
