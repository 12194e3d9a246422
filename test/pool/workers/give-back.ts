import { answerTask } from "../../../src/pool/task-outcome.ts";

export default answerTask(() => undefined);
