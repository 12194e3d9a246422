import { type BuiltEvents, buildEvents } from "./build/event-draft.ts";
import { type Day, shownOf } from "./catalog/day.ts";
import type { DayCatalog } from "./catalog/day-catalog.ts";
import type { EventStoreOptions } from "./catalog/event-store-options.ts";
import { LocatedCache } from "./catalog/located-cache.ts";
import { replay } from "./catalog/recovery.ts";
import { RepeatHistory } from "./catalog/repeat-history.ts";
import { Tail, type TailSegment } from "./catalog/tail.ts";
import { TailDamage } from "./catalog/tail-damage.ts";
import type { Upkeep } from "./catalog/upkeep-jobs.ts";
import { DiskFullError, isDiskFull } from "./errors.ts";
import type { Repeat, StoredEvent } from "./event/event.ts";
import type { ArrivalMinute, Commit, EventStore, StoreStatus } from "./event-store.ts";
import type { FreeSpace } from "./files/free-space.ts";
import type { RenewableLog } from "./files/renewable-log.ts";
import type { OpenedBytes } from "./format/segment-bytes.ts";
import { summaryOf } from "./format/segment-format.ts";
import { crowdedFactor, overfullWaitMs } from "./limits.ts";
import type { Damage, DamagedDay, SegmentHandle, Snapshot, TimeSpan } from "./snapshot.ts";
import { dayOverlaps, touches } from "./snapshot.ts";
import { Leases } from "./upkeep/leases.ts";
import { UpkeepScheduler } from "./upkeep/scheduler.ts";
import { Sealer } from "./upkeep/sealer.ts";
import type { DayWork } from "./upkeep/upkeep-lanes.ts";

/** The store over its open files; see EventStore for what each call promises. */
export class FileEventStore implements EventStore {
  private readonly tail = new Tail();
  private readonly leases: Leases<DayWork>;
  private readonly scheduler: UpkeepScheduler;
  private readonly history: RepeatHistory;
  private readonly damage: TailDamage;
  private readonly located: LocatedCache;
  /** The first id that snapshots do not have yet. */
  private shownBelow = 0;

  /** Parameters: the parts of an open store, wired in open-event-store.ts alone. */
  constructor(
    private readonly options: EventStoreOptions,
    private readonly catalog: DayCatalog,
    private readonly intake: RenewableLog,
    private readonly space: FreeSpace,
    otherBytes: () => number,
    private readonly upkeep: Upkeep,
  ) {
    this.located = new LocatedCache(catalog);
    this.leases = new Leases(options.monotonicMs);
    this.history = new RepeatHistory(options.monotonicMs);
    this.damage = new TailDamage(this.tail, intake, options.clock, options.log);
    const sealer = new Sealer(this.tail, catalog, intake, this.damage);
    // Forgetting a day calls these: catalog/forget-day.ts.
    catalog.days.onChange = () => {
      this.located.clear();
      options.onChange?.();
    };
    this.scheduler = new UpkeepScheduler(options, this.tail, catalog, sealer, this.leases, space, otherBytes, upkeep);
    catalog.days.onFileLost = (day) => {
      sealer.forget(day);
      this.scheduler.forgetDay(day);
    };
    // Commits that the damaged log lost are in memory alone.
    intake.onRenewed = () => this.scheduler.sealUnlogged();
    intake.onSealed = () => options.onSealed?.();
    catalog.days.onLost = this.damage.onLost = () => options.onLost?.();
    this.replay();
    this.flush();
    this.shownBelow = this.nextId;
  }

  get nextId(): number {
    return this.intake.ledger.nextId;
  }

  get isSyncing(): boolean {
    return this.intake.sync.isBehind;
  }

  get isCrowded(): boolean {
    return this.tail.fullness(this.options) >= crowdedFactor && this.scheduler.willSeal;
  }

  get isOverfull(): boolean {
    return this.tail.isOverfull(this.options) && this.scheduler.willSeal;
  }

  write(commit: Commit): void {
    const { events, repeats } = commit;
    const count = "count" in events ? events.count : events.length;
    if (count + repeats.length > 0) this.space.require();
    const built = "count" in events ? events : buildEvents(events, this.nextId);
    this.writeLog(commit, built);
    const { commit: number, nextId } = this.intake.ledger;
    // Not earlier: a power cut may take the commit back, and its ids and number would be given again.
    this.whenDurable(() => {
      this.show(built, repeats, number);
      this.shownBelow = nextId;
    });
    if (this.tail.isOverfull(this.options)) this.scheduler.run(overfullWaitMs);
  }

  whenDurable(listener: () => void): void {
    this.intake.sync.whenDurable(listener);
  }

  runDurable(): void {
    this.intake.sync.runDurable();
  }

  onSynced(listener: () => void): void {
    this.intake.onSync(listener);
  }

  flush(): void {
    this.intake.sync.flush();
  }

  answerFor(key: string): string | undefined {
    return this.intake.answerFor(key, this.options.clock());
  }

  snapshot(span?: TimeSpan, asOf?: number): Snapshot {
    const all: SegmentHandle[] = [...this.tail.handles(), ...this.catalog.handles(span)];
    const touched = span ? all.filter((segment) => touches(segment, span)) : all;
    return {
      lease: this.leases.take(),
      eventsFolder: this.options.eventsFolder,
      commit: this.tail.lastCommit,
      segments: touched.sort((a, b) => b.maxTime - a.maxTime),
      warnings: this.damaged().filter(({ day }) => dayOverlaps(day, span)),
      ...(asOf !== undefined && { later: this.history.after(asOf) }),
    };
  }

  release(lease: number): void {
    this.leases.release(lease);
  }

  shows(id: number): boolean {
    if (id >= this.shownBelow) return true;
    const holder = this.tail.find(id) ?? this.located.locate(id);
    return holder !== undefined && holder.damage === undefined;
  }

  unsealed(firstId = 0): Iterable<StoredEvent> {
    return this.tail.unsealed(firstId, (segment, reason) => this.hide(segment, reason));
  }

  doUpkeep(waitMs = 0): boolean {
    return this.scheduler.run(waitMs);
  }

  onUpkeep(listener: () => void): void {
    this.upkeep.onAnswer = listener;
  }

  nextUpkeepMs(): number | undefined {
    return this.scheduler.nextMs();
  }

  status(): StoreStatus {
    const { received, stored, loss } = this.intake.ledger;
    return {
      days: this.catalog.list().map((day) => this.dayStatus(day)),
      damaged: this.damaged(),
      parked: this.scheduler.parked,
      tail: { events: this.tail.events, bytes: this.tail.bytes, segments: this.tail.segments.length },
      received,
      stored,
      loss: { ...loss },
      origins: this.intake.losses.list(),
      freeBytes: this.space.bytes,
      nextId: this.nextId,
    };
  }

  arrivals(fromMs: number, toMs: number): ArrivalMinute[] {
    return this.intake.arrivals(fromMs, toMs);
  }

  setRetention(rule: { days: number | undefined; bytes: number | undefined }): void {
    this.scheduler.setRetention(rule);
  }

  setAside({ day, segment, reason }: Damage): void {
    if (segment?.place === "memory") {
      const own = this.tail.find(segment.minId);
      if (own?.summary.maxId === segment.maxId && own.summary.minId === segment.minId) this.hide(own, reason);
    } else if (segment) this.catalog.damage.setSegmentAside(day, segment.segmentId, reason);
    else if (this.catalog.find(day)) this.catalog.damage.setAside(day, reason);
  }

  close(sealMs?: number): void {
    this.flush();
    this.scheduler.close(sealMs);
    this.options.onSealed?.();
    this.catalog.close();
    this.intake.close();
  }

  private damaged(): DamagedDay[] {
    return [...this.catalog.damaged(), ...this.damage.list(), ...this.intake.damaged];
  }

  private hide(segment: TailSegment, reason: string): void {
    this.damage.hide(segment, reason);
    this.options.onChange?.();
  }

  private writeLog(commit: Commit, built: BuiltEvents): void {
    try {
      this.intake.append(commit, built, this.options.clock());
    } catch (error) {
      throw isDiskFull(error) ? new DiskFullError(this.intake.path, { cause: error }) : error;
    }
  }

  /** Snapshots and seals have the commit from here on. */
  private show(built: BuiltEvents, repeats: readonly Repeat[], commit: number): void {
    for (const { bytes, summary } of built.segments) this.tail.push(bytes, summary);
    for (const repeat of repeats) this.addRepeat(repeat, commit);
    this.tail.lastCommit = commit;
    this.options.onChange?.();
    if (built.count + repeats.length > 0) this.countCommit(built, repeats.length);
  }

  private countCommit({ segments, occurrences }: BuiltEvents, repeats: number): void {
    this.tail.commits += Math.max(1, segments.length);
    this.tail.occurrences += occurrences + repeats;
    this.scheduler.arrived();
  }

  /** Adds the repeat to the segment that has the event. When retention or damage took the event, nothing is kept. */
  private addRepeat({ id, time, fired }: Repeat, commit: number): void {
    const segment = this.tail.find(id) ?? this.located.locate(id);
    if (!segment) return;
    segment.pending.add(id, time, commit, fired);
    this.history.add(id, time, commit, fired);
  }

  private replay(): void {
    const target = {
      sealedCommit: (day: string) => this.catalog.find(day)?.sealedCommit ?? 0,
      addEvents: (bytes: SharedArrayBuffer, opened?: OpenedBytes) => {
        this.tail.push(bytes, opened && summaryOf(opened.directory));
        this.tail.commits++;
      },
      addRepeat: (repeat: Repeat, commit: number) => this.replayRepeat(repeat, commit),
    };
    replay(this.intake, target, this.damage);
    this.tail.lastCommit = this.intake.ledger.commit;
    if (this.tail.events > 0) this.scheduler.arrived();
  }

  private replayRepeat(repeat: Repeat, commit: number): void {
    const { id, time, fired } = repeat;
    const segment = this.tail.find(id);
    if (segment) segment.pending.add(id, time, commit, fired);
    else this.replayLateRepeat(repeat, commit);
  }

  /** The day's file may already have this repeat, folded in or pending. */
  private replayLateRepeat(repeat: Repeat, commit: number): void {
    const segment = this.located.locate(repeat.id);
    const day = segment && this.catalog.list().find(({ segments }) => segments.includes(segment));
    if (!day || day.sealedCommit >= commit) return;
    segment.pending.add(repeat.id, repeat.time, commit, repeat.fired);
    this.scheduler.arrived();
  }

  private dayStatus({ name, segments }: Day): StoreStatus["days"][number] {
    let events = 0;
    let occurrences = 0;
    for (const { summary, pending } of shownOf({ segments })) {
      events += summary.rows;
      occurrences += summary.occurrences + pending.count;
    }
    return { day: name, events, occurrences, bytes: this.catalog.bytes(name), segments: segments.length };
  }
}
