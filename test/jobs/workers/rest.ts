import { answerTask } from "../../../src/jobs/task-outcome.ts";

export default answerTask(() => undefined);
