/**
 * What a run and those who watch it tell each other, in shared memory: give `shared` to a thread and open it there with
 * `openJobControl`. Any thread.
 */
export interface JobControl {
  readonly shared: SharedArrayBuffer;
  /** To be called when the work begins: from now on the run is STARTED and its time counts. */
  begin(): void;
  readonly hasBegun: boolean;
  /** 0..100, rounded down. */
  progress: number;
  /** The run shall end: whoever works looks at it at least every 50 ms, also before he begins. */
  readonly isStopped: boolean;
  stop(): void;
  /** Resolves at `begin` or `stop`. Main thread. */
  whenBegun(): Promise<void>;
}

export function createJobControl(): JobControl {
  const shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  Atomics.store(new Int32Array(shared), slot.progress, notBegun);
  return openJobControl(shared);
}

export function openJobControl(shared: SharedArrayBuffer): JobControl {
  const words = new Int32Array(shared);
  return {
    shared,
    begin() {
      Atomics.compareExchange(words, slot.progress, notBegun, 0);
      Atomics.notify(words, slot.progress);
    },
    get hasBegun() {
      return Atomics.load(words, slot.progress) !== notBegun;
    },
    get progress() {
      return Math.max(0, Atomics.load(words, slot.progress));
    },
    set progress(percent) {
      Atomics.store(words, slot.progress, Math.min(100, Math.max(0, Math.floor(percent))));
      Atomics.notify(words, slot.progress);
    },
    get isStopped() {
      return Atomics.load(words, slot.stop) === 1;
    },
    stop() {
      Atomics.store(words, slot.stop, 1);
      Atomics.notify(words, slot.progress);
    },
    async whenBegun() {
      await Atomics.waitAsync(words, slot.progress, notBegun).value;
    },
  };
}

const slot = { stop: 0, progress: 1 } as const;

/** Stands in the progress word until the work begins. */
const notBegun = -1;
