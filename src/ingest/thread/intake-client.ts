import type { Worker } from "node:worker_threads";
import type {
  ArrivalMinute,
  LossCause,
  Origin,
  RefusalCause,
  StoreStatus,
  Uncounted,
} from "../../eventstore/event-store.ts";
import type { Damage, Snapshot, TimeSpan } from "../../eventstore/snapshot.ts";
import { StopTime, stopPoints } from "../../lib/stop/stop-time.ts";
import type { RuleReading } from "../../parser-rules/files/rule-reading.ts";
import type { RuleState } from "../../parser-rules/run/active-rules.ts";
import type { ActiveTrigger } from "../../triggers/active-trigger.ts";
import type { FiredReport } from "../../triggers/fired-report.ts";
import type { KnownPatterns } from "../../triggers/known-patterns.ts";
import type { Delivery, Intake, IntakeOptions, KeptEvents, Receipt } from "../intake.ts";
import { bytesInFlightMax, deliveriesInFlightMax, largeDeliveryBytes } from "../limits.ts";
import { countRefused } from "../pipeline/count-refused.ts";
import { overloaded } from "../pipeline/seal-backpressure.ts";
import { BodySlots } from "./body-slots.ts";
import {
  fromPlainError,
  type IntakeAnswer,
  type IntakeMessage,
  type IntakeRequest,
  type IntakeThreadData,
  type SlottedBody,
} from "./intake-messages.ts";
import { type IntakeWorker, startIntakeWorker } from "./intake-worker.ts";
import { type NumberedSnapshot, SharedSnapshots } from "./shared-snapshots.ts";

/** An intake in a thread of its own. */
export interface ThreadedIntake extends Intake {
  /** Memory is short for this need: makes the thread collect its garbage, even if nothing comes. */
  giveBack(wantedBytes: number): void;
}

/**
 * Makes the intake thread, which may have been started before, open its store; resolves when it is open and rejects
 * with the reason when it cannot be. Called on the main thread. When the thread dies, all pending and later calls are
 * rejected, and `onFatal` is called once: nothing can be stored without it, so the process should end. `onStored` is
 * called whenever events were stored, before their sender is answered: a snapshot requested after it includes them.
 * `onFired` likewise when triggers fired for some.
 */
export async function openIntake(
  options: IntakeOptions,
  onFatal: (error: Error) => void,
  onStored: () => void = () => undefined,
  onFired: (report: FiredReport) => void = () => undefined,
  started: IntakeWorker = startIntakeWorker(),
): Promise<ThreadedIntake> {
  const thread = new IntakeThread(started, options, onFatal, onStored, onFired);
  await thread.ready;
  return thread;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

class IntakeThread implements ThreadedIntake {
  readonly ready: Promise<void>;
  private readonly worker: Worker;
  private readonly bytesMax: number;
  private readonly snapshots: SharedSnapshots;
  private readonly slots = new BodySlots();
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private deliveriesInFlight = 0;
  /** Bytes of small and of large ones, which do not wait for each other and so do not displace each other. */
  private readonly inFlight = { small: 0, large: 0 };
  private end: Error | undefined;
  private closing: Promise<void> | undefined;
  /** Triggers changed and no event came since: a thousand single changes must not each reread all triggers. */
  private readTriggers: (() => readonly ActiveTrigger[]) | undefined;

  constructor(
    { worker, ended }: IntakeWorker,
    { bytesInFlight = bytesInFlightMax, ...options }: IntakeOptions,
    private readonly onFatal: (error: Error) => void,
    private readonly onStored: () => void,
    private readonly onFired: (report: FiredReport) => void,
  ) {
    this.bytesMax = bytesInFlight;
    const changes = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    this.snapshots = new SharedSnapshots(new Int32Array(changes), {
      take: async (span, asOf) => (await this.ask((id) => ({ kind: "snapshot", id, span, asOf }))) as NumberedSnapshot,
      release: (lease) => this.tell({ kind: "release", lease }),
    });
    this.worker = worker;
    this.ready = new Promise((resolve, reject) => this.listen(ended, resolve, reject));
    worker.postMessage({ ...options, changes, bodies: this.slots.buffers } satisfies IntakeThreadData);
  }

  async deliver(delivery: Delivery): Promise<Receipt> {
    const bytes = delivery.bytes.length;
    const kind = bytes < largeDeliveryBytes ? "small" : "large";
    const isAlone = this.inFlight[kind] === 0;
    const isFull = !isAlone && this.inFlight[kind] + bytes > (kind === "small" ? this.bytesMax : bytesInFlightMax);
    if (isFull || this.deliveriesInFlight >= deliveriesInFlightMax) {
      countRefused(this, delivery);
      throw overloaded();
    }
    if (this.readTriggers !== undefined) {
      this.tell({ kind: "triggers", triggers: this.readTriggers() });
      this.readTriggers = undefined;
    }
    this.deliveriesInFlight++;
    this.inFlight[kind] += bytes;
    const { rest, body, transfer } = this.pack(delivery);
    try {
      const receipt = await this.ask((id) => ({ kind: "deliver", id, delivery: rest, body }), transfer);
      if ((receipt as Receipt).accepted > 0) this.onStored();
      return receipt as Receipt;
    } finally {
      this.deliveriesInFlight--;
      this.inFlight[kind] -= bytes;
      if (body !== undefined) this.slots.release(body);
    }
  }

  /** The way of its bytes to the thread: in shared memory, or transferred. */
  private pack(delivery: Delivery): { rest: Delivery; body?: SlottedBody; transfer?: ArrayBuffer[] } {
    if (delivery.bytes.buffer instanceof SharedArrayBuffer) {
      const body = delivery.isReused === true ? this.slots.find(delivery.bytes) : undefined;
      return body === undefined ? { rest: delivery } : { rest: { ...delivery, bytes: noBytes }, body };
    }
    const whole = ownBuffer(delivery.bytes);
    // Decoders take no shared memory.
    const body = delivery.contentEncoding === "" ? this.slots.put(whole) : undefined;
    if (body !== undefined) return { rest: { ...delivery, bytes: noBytes }, body };
    return { rest: { ...delivery, bytes: whole }, transfer: [whole.buffer] };
  }

  snapshot(span?: TimeSpan, asOf?: number): Promise<Snapshot> {
    return this.snapshots.snapshot(span, asOf);
  }

  release(lease: number): void {
    this.snapshots.release(lease);
  }

  async status(): Promise<StoreStatus> {
    return (await this.ask((id) => ({ kind: "status", id }))) as StoreStatus;
  }

  async arrivals(fromMs: number, toMs: number): Promise<ArrivalMinute[]> {
    return (await this.ask((id) => ({ kind: "arrivals", id, fromMs, toMs }))) as ArrivalMinute[];
  }

  setTriggers(read: () => readonly ActiveTrigger[]): void {
    this.readTriggers = read;
  }

  setRetention(kept: KeptEvents): void {
    this.tell({ kind: "retention", kept });
  }

  knowPatterns(patterns: KnownPatterns): void {
    this.tell({ kind: "patterns", patterns });
  }

  async reloadRules(renewed?: string, readings: readonly RuleReading[] = []): Promise<RuleState[]> {
    return (await this.ask((id) => ({ kind: "reload-rules", id, renewed, readings }))) as RuleState[];
  }

  async ruleStates(): Promise<RuleState[]> {
    return (await this.ask((id) => ({ kind: "rule-states", id }))) as RuleState[];
  }

  countLoss(origin: Origin, cause: LossCause, count: number): void {
    this.tell({ kind: "loss", origin, cause, count });
  }

  countUncounted(origin: Origin, cause: RefusalCause, refused: Uncounted): void {
    this.tell({ kind: "uncounted", origin, cause, refused });
  }

  giveBack(wantedBytes: number): void {
    this.tell({ kind: "give-back", wantedBytes });
  }

  setAside(damage: Damage): void {
    this.tell({ kind: "set-aside", damage });
    this.snapshots.forget();
  }

  close(time = new StopTime()): Promise<void> {
    this.closing ??= this.shutDown(time);
    return this.closing;
  }

  private async shutDown(time: StopTime): Promise<void> {
    if (this.end !== undefined) return;
    await this.ask((id) => ({ kind: "close", id, stopBeganMs: time.beganMs }));
    this.fail(new Error("The intake is closed."), false);
    await time.wait(this.worker.terminate(), stopPoints.threads);
  }

  private ask(request: (id: number) => IntakeRequest, transfer: ArrayBuffer[] = []): Promise<unknown> {
    if (this.end !== undefined) return Promise.reject(this.end);
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage(request(id), transfer);
    });
  }

  private tell(request: IntakeRequest): void {
    if (this.end === undefined) this.worker.postMessage(request);
  }

  private listen(ended: Promise<Error>, onReady: () => void, onStartFailed: (error: Error) => void): void {
    let isReady = false;
    const fail = (error: Error) => {
      if (!isReady) onStartFailed(error);
      this.fail(error, isReady);
    };
    this.worker.on("message", (message: IntakeMessage) => {
      if (message.kind === "answers") for (const answer of message.answers) this.settle(answer);
      else if (message.kind === "fired") this.onFired(message.report);
      else if (message.kind === "fatal") fail(fromPlainError(message.error));
      else {
        isReady = true;
        onReady();
      }
    });
    void ended.then(fail);
  }

  private settle({ id, value, error }: IntakeAnswer): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(fromPlainError(error));
  }

  /** The first reason counts; later ones, such as the end of the thread, follow from it. */
  private fail(error: Error, wasReady: boolean): void {
    if (this.end !== undefined) return;
    this.end = error;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
    if (wasReady && this.closing === undefined) this.onFatal(error);
  }
}

/** Transferring a buffer detaches all views of it. */
function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isOwn = bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength;
  return isOwn ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

const noBytes = new Uint8Array(0);
