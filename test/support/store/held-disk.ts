import type { SyncedFile } from "../../../src/eventstore/files/log-sync.ts";

/** A disk that syncs when a test says so. */
export class HeldDisk implements SyncedFile {
  begun = 0;
  waited = 0;
  waitError: Error | undefined;
  private onEnd: ((error: Error | null) => void) | undefined;

  /** `onDurable` is called with the durable state of the file: that of the moment when the sync began. */
  constructor(
    private readonly look: () => void = () => undefined,
    private readonly onDurable: () => void = () => undefined,
  ) {}

  begin(onEnd: (error: Error | null) => void): void {
    if (this.onEnd !== undefined) throw new Error("Expected one sync at a time.");
    this.begun++;
    this.look();
    this.onEnd = onEnd;
  }

  get isBusy(): boolean {
    return this.onEnd !== undefined;
  }

  /** Ends the sync that was begun. */
  end(error: Error | null = null): void {
    const { onEnd } = this;
    this.onEnd = undefined;
    if (error === null) this.onDurable();
    onEnd?.(error);
  }

  wait(): void {
    this.waited++;
    if (this.waitError !== undefined) throw this.waitError;
  }

  close(): void {}
}
