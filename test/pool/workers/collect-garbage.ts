import { workerData } from "node:worker_threads";
import { answerTask } from "../../../src/pool/task-outcome.ts";

/** Counts rests, short and long ones, and takes as long as it is told. */
export default answerTask(({ isLong }: { isLong: boolean }) => {
  const { rests, collectMs = 0 } = workerData as { rests?: SharedArrayBuffer; collectMs?: number };
  if (!rests) return;
  const counts = new Int32Array(rests);
  Atomics.add(counts, isLong ? 1 : 0, 1);
  Atomics.wait(counts, 2, 0, collectMs);
});
