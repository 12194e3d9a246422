import { DiskFullError } from "../eventstore/errors.ts";
import { EventDraft } from "../eventstore/event-draft.ts";
import type { EventStore, LossCause, StoreStatus } from "../eventstore/event-store.ts";
import type { Clock } from "../lib/clock.ts";
import { AppError } from "../lib/errors.ts";
import type { EventRules } from "../parser-rules/event-rules.ts";
import type { TriggerMatcher } from "../triggers/trigger-matcher.ts";
import { applyRules } from "./apply-rules.ts";
import { BadEvent } from "./bad-event.ts";
import { CommitGroup } from "./commit-group.ts";
import type { Dedup } from "./dedup.ts";
import { DeliveryQueue, type Settle, type Waiting } from "./delivery-queue.ts";
import type { MappedEvent } from "./finish-event.ts";
import type { Delivery, Receipt } from "./intake.ts";
import {
  diskFullRetrySeconds,
  groupEventsMax,
  groupMs,
  largeDeliveryBytes,
  leastGroupMs,
  maxRejectedListed,
} from "./limits.ts";
import type { LineReader } from "./line-reader.ts";
import { Losses } from "./losses.ts";
import { QuickEvents } from "./quick-events.ts";
import { type DeliveryReader, readDelivery } from "./read-delivery.ts";

export interface PipelineOptions {
  store: Pick<EventStore, "nextId" | "isSyncing" | "answerFor" | "write" | "whenDurable" | "flush" | "status">;
  dedup: Dedup;
  /** 0: all days are kept. */
  retentionDays: number;
  rules: EventRules;
  triggers: TriggerMatcher;
  clock: Clock;
}

/**
 * The road of an event: delivery → decode → read → map → de-duplicate → group → write → on disk → receipt. Worked off in slices, so that its thread
 * can answer others in between while a large body is read; while the disk works the next group is read. The one caller is the loop of the thread that
 * owns the store.
 */
export class Pipeline {
  private readonly queue = new DeliveryQueue();
  private reading: Reading | undefined;
  private readonly draft = new EventDraft();
  private readonly quick: QuickEvents;
  private group: CommitGroup;
  private groupStartMs = 0;
  /** What the last commit took. */
  private commitMs = 0;
  private answers: Answer[] = [];
  /** Of the groups that are written and not on disk yet, the oldest first. */
  private readonly written: Answer[][] = [];
  private readonly carried = new Losses();
  private flushCarried = false;

  constructor(private readonly options: PipelineOptions) {
    this.quick = new QuickEvents(options.dedup, options.rules, options.triggers);
    this.group = this.newGroup();
  }

  deliver(delivery: Delivery, settle: Settle): void {
    this.queue.push({ delivery, settle });
  }

  noteLoss(cause: LossCause, count: number): void {
    this.carried.lose(cause, count);
    this.flushCarried = true;
  }

  /**
   * Works for about `budgetMs` or up to the next commit. True while there is more to do. Throws when the store cannot
   * go on; whoever waited for that commit has been told, and `abandon` tells the others.
   */
  work(budgetMs: number): boolean {
    const deadline = performance.now() + budgetMs;
    do {
      if (this.reading === undefined && !this.openNext()) {
        if (this.queue.length === 0 && this.options.store.isSyncing) return false;
        this.commit();
        return this.queue.length > 0;
      }
      if (this.reading !== undefined) this.read(this.reading, deadline);
    } while (performance.now() < deadline);
    return true;
  }

  status(): StoreStatus {
    const status = this.options.store.status();
    const { received, causes } = this.carried;
    const loss = { ...status.loss };
    for (const [cause, count] of Object.entries(causes)) loss[cause as LossCause] += count;
    return { ...status, received: status.received + received, loss };
  }

  /** Works off everything that was delivered, and waits for the disk. */
  finish(): void {
    this.flushCarried = !this.carried.isEmpty;
    while (this.work(Number.POSITIVE_INFINITY));
    this.commit();
    this.options.store.flush();
  }

  /** The store cannot go on: whoever still waits is told. */
  abandon(error: Error): void {
    const waiting = this.reading === undefined ? [] : [this.reading.waiting];
    const answers = [...this.written.splice(0).flat(), ...this.answers];
    const settles = [...answers, ...waiting, ...this.queue.takeAll()].map(({ settle }) => settle);
    this.reading = undefined;
    this.answers = [];
    for (const settle of settles) settle(error);
  }

  /** False when the group has to be committed first, or nothing waits. */
  private openNext(): boolean {
    const next = this.queue.first;
    if (next === undefined || this.isFull(next)) return false;
    this.queue.takeFirst();
    if (this.answers.length === 0) this.groupStartMs = performance.now();
    this.guard(next, () => {
      if (!this.answerRetry(next)) this.reading = this.open(next);
    });
    return true;
  }

  private isFull({ delivery }: Waiting): boolean {
    if (this.answers.length === 0) return false;
    if (delivery.bytes.length >= largeDeliveryBytes || this.group.size >= groupEventsMax) return true;
    const collectedMs = performance.now() - this.groupStartMs;
    return collectedMs >= groupMs || (this.answers.length >= this.queue.length && collectedMs >= this.leastGroupMs());
  }

  /**
   * With as many in the group as wait, their senders had better be answered while the others are read: else all wait for the thread, then it for
   * all. But where a commit takes long, it pays to have much in it.
   */
  private leastGroupMs(): number {
    return Math.max(leastGroupMs, this.commitMs);
  }

  /** A batch that came before is acknowledged again. */
  private answerRetry({ delivery, settle }: Waiting): boolean {
    if (delivery.idempotencyKey === "") return false;
    const answer = this.group.answerFor(batchKey(delivery));
    if (answer === undefined) return false;
    // With the group: the first of the two may still be in it.
    // Of before an update it may lack these.
    const result = { cut: 0, outOfTime: 0, ...(JSON.parse(answer) as Omit<Receipt, "cut" | "outOfTime">) };
    this.answers.push({ settle, result });
    return true;
  }

  private open(waiting: Waiting): Reading {
    const arrival = Math.round(this.options.clock() * 1000);
    const { retentionDays } = this.options;
    const oldest = retentionDays === 0 ? 0 : Math.max(0, arrival - retentionDays * 86_400_000_000);
    const reader = readDelivery(waiting.delivery, arrival, oldest);
    const counts = { index: 0, accepted: 0, duplicates: 0, cut: 0, outOfTime: 0, dropped: 0, rejectedCount: 0 };
    return { ...counts, waiting, reader, events: [], rejected: [] };
  }

  private read(reading: Reading, deadline: number): void {
    let isWhole = false;
    this.guard(reading.waiting, () => {
      isWhole = reading.reader.lines
        ? this.takeLines(reading, reading.reader.lines, deadline)
        : this.readSome(reading, deadline);
    });
    if (!isWhole) return;
    this.reading = undefined;
    this.settle(reading);
  }

  /** A body that is unusable as a whole is answered with its error and leaves nothing behind. */
  private guard({ settle }: Waiting, step: () => void): void {
    try {
      step();
    } catch (error) {
      this.reading = undefined;
      this.group.addLoss("rejected", 1);
      this.answers.push({ settle, result: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  /** Lines stand for themselves, so each becomes part of the group at once and is not kept; true at the end. */
  private takeLines(reading: Reading, lines: LineReader, deadline: number): boolean {
    const { reader, waiting } = reading;
    const isQuick = lines.isValid && waiting.delivery.format === "events";
    while (lines.find()) {
      const outcome = isQuick
        ? this.quick.take(lines.bytes, lines.start, lines.end, reader.context, this.group)
        : "unusual";
      if (outcome === "unusual") this.judge(reading, reader.readLine(), (event) => this.place(reading, event));
      else {
        reading.accepted++;
        if (outcome === "repeat") reading.duplicates++;
      }
      reading.index++;
      if (reading.index % eventsPerLook === 0 && performance.now() >= deadline) return false;
    }
    return true;
  }

  /** Events of a document wait for its end: only then it is known to be one. */
  private readSome(reading: Reading, deadline: number): boolean {
    for (;;) {
      const event = reading.reader.next();
      if (event === undefined) return true;
      this.judge(reading, event, (good) => reading.events.push(good));
      reading.index++;
      if (reading.index % eventsPerLook === 0 && performance.now() >= deadline) return false;
    }
  }

  /** Rejected, dropped by a rule, or taken. */
  private judge(reading: Reading, event: MappedEvent | BadEvent, take: (event: MappedEvent) => void): void {
    if (event instanceof BadEvent) {
      reading.rejectedCount++;
      if (reading.rejected.length < maxRejectedListed)
        reading.rejected.push({ index: reading.index, error: event.error });
    } else if (applyRules(this.options.rules, event) !== undefined) take(event);
    else reading.dropped++;
  }

  private place(reading: Reading, event: MappedEvent): void {
    const { sender = "" } = reading.waiting.delivery;
    reading.accepted++;
    if (event.cut) reading.cut++;
    if (event.outOfTime) reading.outOfTime++;
    const key = event.eventId === "" ? "" : `event ${sender} ${event.eventId}`;
    if (!this.group.add(event, key)) reading.duplicates++;
  }

  /** Read to its end: what waited for that becomes part of the group, and the answer is known. */
  private settle(reading: Reading): void {
    const { events, waiting } = reading;
    for (const event of events) this.place(reading, event);
    const { delivery, settle } = waiting;
    const { index, dropped, duplicates, cut, outOfTime, rejected, rejectedCount } = reading;
    const { group } = this;
    group.addLoss("rejected", rejectedCount);
    group.addLoss("rule_dropped", dropped);
    const accepted = reading.accepted + dropped;
    const receipt: Receipt = { accepted, duplicates, cut, outOfTime, rejected, rejectedCount };
    if (accepted === 0 && index > 0) {
      this.answers.push({ settle, result: allRejected(receipt) });
      return;
    }
    if (delivery.idempotencyKey !== "") group.remember(batchKey(delivery), JSON.stringify(receipt));
    this.answers.push({ settle, result: receipt });
  }

  private commit(): void {
    if (this.answers.length === 0 && !this.flushCarried) return;
    const { group, answers } = this;
    this.answers = [];
    this.flushCarried = false;
    let failure: unknown;
    const begin = performance.now();
    try {
      group.commit(this.carried);
    } catch (error) {
      failure = error;
    }
    this.commitMs = performance.now() - begin;
    this.group = this.newGroup();
    if (failure instanceof DiskFullError) group.loseTo(this.carried);
    if (failure === undefined) this.answerWhenDurable(answers);
    else for (const { settle, result } of answers) settle(answerOf(result, failure));
    if (failure !== undefined && !(failure instanceof DiskFullError)) throw failure;
  }

  private answerWhenDurable(answers: Answer[]): void {
    this.written.push(answers);
    this.options.store.whenDurable(() => {
      this.written.shift();
      for (const { settle, result } of answers) settle(result);
    });
  }

  private newGroup(): CommitGroup {
    return new CommitGroup(this.options.store, this.options.dedup, this.draft, this.options.triggers);
  }
}

interface Answer {
  settle: Settle;
  result: Receipt | Error;
}

/** A delivery on its way: what became of its events so far. */
interface Reading extends Receipt {
  waiting: Waiting;
  reader: DeliveryReader;
  /** Of a document, until its end. */
  events: MappedEvent[];
  /** Events that a parser rule dropped. */
  dropped: number;
  index: number;
}

/** Looking at the clock costs as much as a tenth of an event. */
const eventsPerLook = 32;

function batchKey({ sender = "", idempotencyKey }: Delivery): string {
  return `batch ${sender} ${idempotencyKey}`;
}

/** What could not be stored is not acknowledged; what was refused for its content still is. */
function answerOf(result: Receipt | Error, failure: unknown): Receipt | Error {
  if (result instanceof Error) return result;
  return failure instanceof DiskFullError ? diskFull(failure) : (failure as Error);
}

function diskFull(cause: DiskFullError): AppError {
  const details = { headers: { "Retry-After": String(diskFullRetrySeconds) } };
  return new AppError("unavailable", "The disk is full. Nothing was stored; try again later.", details, { cause });
}

function allRejected({ rejected, rejectedCount }: Receipt): AppError {
  const first = rejected[0];
  const message = `No event of the body can be taken. The first: ${first?.error ?? ""}`;
  const body = { status: "error", accepted: 0, rejected, rejected_count: rejectedCount };
  return new AppError("invalid", message, { body });
}
