import { answerTask } from "../src/pool/task-outcome.ts";
import { watchOfThread } from "../src/runtime/thread-memory-watch.ts";

/** Entry for threads that have nothing to do when memory runs short: what comes after every task is nearly all. */
export default answerTask(({ wantedBytes }: { wantedBytes: number }) => watchOfThread().giveBack(wantedBytes));
