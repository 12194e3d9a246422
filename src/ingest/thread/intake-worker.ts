import { Worker } from "node:worker_threads";
import { workerEntry } from "../../runtime/worker-entry.ts";

/** A thread that waits for the first message, which names the files to open (`openIntake`). */
export interface IntakeWorker {
  worker: Worker;
  /** Resolves with the reason when the thread has ended, even before it has opened anything. */
  ended: Promise<Error>;
}

/**
 * Starts loading the intake's code. That takes as long as loading the rest of the application, so it is begun first; on
 * the main thread.
 */
export function startIntakeWorker(): IntakeWorker {
  const worker = new Worker(workerEntry("intake"));
  const { promise: ended, resolve } = Promise.withResolvers<Error>();
  worker.on("error", (error: Error) =>
    resolve(new Error(`The intake thread failed: ${error.message}`, { cause: error })),
  );
  worker.on("exit", (code) => resolve(new Error(`The intake thread ended with code ${code}.`)));
  return { worker, ended };
}
