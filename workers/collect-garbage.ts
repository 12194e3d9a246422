import { answerTask } from "../src/pool/task-outcome.ts";
import { collectAtRest } from "../src/runtime/collect-at-rest.ts";

/** Entry for threads that have just become idle. */
export default answerTask(({ isLong }: { isLong: boolean }) => collectAtRest(isLong));
