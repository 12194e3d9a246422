import type { Written } from "../../../src/document/output.ts";
import type { ExportTask, QueryEngine } from "../../../src/engine/evaluation.ts";
import { quickAnswerMs } from "../../../src/engine/limits.ts";
import type { Damage, Snapshot, TimeSpan } from "../../../src/eventstore/snapshot.ts";
import { messageOf } from "../../../src/lib/errors.ts";
import type { DamageFound } from "../../../src/query/answer/damage.ts";
import type { EncodedAnswer } from "../../../src/query/answer/encode-answer.ts";
import type { QueryTask } from "../../../src/query/execution/task.ts";
import { toSharedJson } from "../../../src/query/shared-json.ts";
import { ControlWords } from "../../../src/runtime/control-words.ts";
import { ManualTime, settle } from "./manual-time.ts";

type Extras = Parameters<QueryEngine["answer"]>[1];

/** One task in a thread that does what the test says, and obeys the stop flag only when asked to look at it. */
export class ManualTask {
  readonly #outcome = Promise.withResolvers<EncodedAnswer | DamageFound>();
  readonly #control: ControlWords;

  constructor(
    readonly task: QueryTask,
    readonly extras: Extras,
  ) {
    this.#control = new ControlWords(task.control);
  }

  get answer(): Promise<EncodedAnswer | DamageFound> {
    return this.#outcome.promise;
  }

  get toldToStop(): boolean {
    return this.#control.isStopped;
  }

  async begin(): Promise<void> {
    await this.progress(0);
  }

  async progress(percent: number): Promise<void> {
    this.#control.progress = percent;
    await settle();
  }

  async finish(results: object = {}, { stopped = false, itemCount }: Partial<EncodedAnswer> = {}): Promise<void> {
    this.#outcome.resolve({ results: toSharedJson(results), itemCount, stopped, rowsRead: 0 });
    await settle();
  }

  async findDamage(day: string): Promise<void> {
    this.#outcome.resolve({ damaged: { day, reason: "checksum" } });
    await settle();
  }

  async fail(error: Error): Promise<void> {
    this.#outcome.reject(error);
    await settle();
  }
}

/** A store and a pool in the hands of a test: leases are counted, tasks wait to be worked on. */
export class ManualEngine implements QueryEngine {
  readonly time = new ManualTime();
  readonly answerWaitMs = quickAnswerMs;
  readonly tasks: ManualTask[] = [];
  readonly exports: (PromiseWithResolvers<Written | DamageFound> & { task: ExportTask })[] = [];
  readonly leases = new Set<number>();
  /** Every lease that was ever given back; one that stands here twice is an error. */
  readonly released: number[] = [];
  warnings: Snapshot["warnings"] = [];
  refuseSnapshots: Error | undefined;
  #lastLease = 0;

  async snapshot(_span: TimeSpan): Promise<Snapshot> {
    if (this.refuseSnapshots !== undefined) throw this.refuseSnapshots;
    this.#lastLease += 1;
    this.leases.add(this.#lastLease);
    return { lease: this.#lastLease, eventsFolder: "", commit: 1, segments: [], warnings: [...this.warnings] };
  }

  release(lease: number): void {
    if (!this.leases.delete(lease)) throw new Error(`lease ${lease} was given back twice`);
    this.released.push(lease);
  }

  spanOf(): TimeSpan {
    return { from: 0, to: 1 };
  }

  answer(task: QueryTask, extras: Extras): Promise<EncodedAnswer | DamageFound> {
    const manual = new ManualTask(task, extras);
    this.tasks.push(manual);
    return manual.answer;
  }

  isAboutEvents(): boolean {
    return true;
  }

  answerService(): Promise<EncodedAnswer> {
    return Promise.reject(new Error("not asked here"));
  }

  /** Waits until the test ends it. */
  writeExport(task: ExportTask, _userId: number): Promise<Written | DamageFound> {
    const manual = { task, ...Promise.withResolvers<Written | DamageFound>() };
    this.exports.push(manual);
    return manual.promise;
  }

  setAside({ day }: Damage): void {
    this.warnings.push({ file: `${day}.sqlite.damaged-1`, day });
  }

  describeFailure(error: unknown): string {
    return messageOf(error);
  }

  /** The task that was asked for last. */
  async lastTask(): Promise<ManualTask> {
    await settle();
    const task = this.tasks.at(-1);
    if (task === undefined) throw new Error("no task was asked for");
    return task;
  }
}
