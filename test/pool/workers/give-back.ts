import { workerData } from "node:worker_threads";
import { answerTask } from "../../../src/pool/task-outcome.ts";

/** Takes as long as it is told: word 0 tells that it began, word 1 that it may end. */
export default answerTask(() => {
  const { givingBack } = (workerData ?? {}) as { givingBack?: SharedArrayBuffer };
  if (!givingBack) return;
  const words = new Int32Array(givingBack);
  Atomics.store(words, 0, 1);
  Atomics.wait(words, 1, 0);
});
