import { answerTask } from "../src/jobs/task-outcome.ts";

/** Entry for threads that have nothing to do when memory runs short: what comes after every task is all of it. */
export default answerTask(() => undefined);
