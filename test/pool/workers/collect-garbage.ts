import { workerData } from "node:worker_threads";
import { answerTask } from "../../../src/pool/task-outcome.ts";

/** Counts rests, short and long ones. */
export default answerTask(({ isLong }: { isLong: boolean }) => {
  const { rests } = workerData as { rests?: SharedArrayBuffer };
  if (rests) Atomics.add(new Int32Array(rests), isLong ? 1 : 0, 1);
});
