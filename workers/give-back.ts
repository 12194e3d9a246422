import { answerTask } from "../src/pool/task-outcome.ts";
import { watchOfThread } from "../src/runtime/thread-memory-watch.ts";

/**
 * Entry for threads that have nothing to do when memory runs short: the clean-up after every task is nearly all of it.
 */
export default answerTask(({ wantedBytes }: { wantedBytes: number }) => watchOfThread().giveBack(wantedBytes));
