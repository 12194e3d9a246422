import type { Logger } from "../../lib/log.ts";
import type { BuiltEvents } from "../build/event-draft.ts";
import { cannotBeRead } from "../errors.ts";
import type { ArrivalMinute, Commit } from "../event-store.ts";
import { logRenewalPauseMs } from "../limits.ts";
import type { DamagedDay, IdRange } from "../snapshot.ts";
import type { IntakeLog, Ledger, LoggedCommit } from "./intake-log.ts";

/** Functions that renewing needs from the code that opens logs. */
export interface LogRenewal {
  /** Renames the damaged log, which is closed, and opens a fresh one with what can be read of it. */
  replace(reason: string): { intake: IntakeLog; damaged: DamagedDay };
  monotonicMs(): number;
  log: Logger;
}

/**
 * The intake log while the store is open. When the disk or SQLite can no longer read it, it is set aside and a fresh
 * one takes its place, so that intake goes on: its commits are also in memory, and `onRenewed` has them sealed. Throws
 * what the log throws for any other reason, and when it is damaged repeatedly.
 */
export class RenewableLog {
  /** Logs that were set aside. */
  readonly damaged: DamagedDay[] = [];
  onRenewed: () => void = () => undefined;
  /** Called before commits leave the log because they are sealed. */
  onSealed: () => void = () => undefined;
  private onSynced: () => void = () => undefined;
  private renewedMs = Number.NEGATIVE_INFINITY;

  constructor(
    private current: IntakeLog,
    private readonly renewal: LogRenewal,
  ) {}

  get path(): string {
    return this.current.path;
  }

  get ledger(): Readonly<Ledger> {
    return this.current.ledger;
  }

  get manifest(): IntakeLog["manifest"] {
    return this.current.manifest;
  }

  get losses(): IntakeLog["losses"] {
    return this.current.losses;
  }

  get sync(): IntakeLog["sync"] {
    return this.current.sync;
  }

  /** `listener` is called when `sync.runDurable` should be. */
  onSync(listener: () => void): void {
    this.onSynced = listener;
    this.current.sync.onEnd = listener;
  }

  append(commit: Commit, built: BuiltEvents, nowMs: number): void {
    this.heal((log) => log.append(commit, built, nowMs));
  }

  answerFor(key: string, nowMs: number): string | undefined {
    return this.heal((log) => log.answerFor(key, nowMs));
  }

  arrivals(fromMs: number, toMs: number): ArrivalMinute[] {
    return this.heal((log) => log.arrivals(fromMs, toMs));
  }

  commits(): Iterable<LoggedCommit> {
    return this.current.commits();
  }

  commitsOf(ids: IdRange): LoggedCommit[] {
    return this.heal((log) => log.commitsOf(ids));
  }

  removeThrough(commit: number): void {
    this.onSealed();
    this.heal((log) => log.removeThrough(commit));
  }

  remove(commit: LoggedCommit): void {
    this.heal((log) => log.remove(commit.number));
  }

  removeEvents(commit: LoggedCommit): void {
    this.heal((log) => log.removeEvents(commit));
  }

  removeRepeats(commit: LoggedCommit): void {
    this.heal((log) => log.removeRepeats(commit));
  }

  close(): void {
    this.current.close();
  }

  private heal<T>(action: (log: IntakeLog) => T): T {
    try {
      return action(this.current);
    } catch (error) {
      const { monotonicMs } = this.renewal;
      if (!cannotBeRead(error) || monotonicMs() - this.renewedMs < logRenewalPauseMs) throw error;
      this.renewedMs = monotonicMs();
      this.renew(String(error));
      return action(this.current);
    }
  }

  private renew(reason: string): void {
    const before = this.current;
    // Callers waiting for the disk are told now, since the next log does not know them.
    before.sync.flush();
    try {
      before.close();
    } catch (error) {
      this.renewal.log.warn({ err: error }, "closing a damaged intake log failed");
    }
    const { intake, damaged } = this.renewal.replace(reason);
    intake.goOnFrom(before.ledger);
    intake.sync.onEnd = this.onSynced;
    this.current = intake;
    this.damaged.push(damaged);
    this.onRenewed();
  }
}
