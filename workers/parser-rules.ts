import { eventOfSample } from "../src/ingest/thread/sample-row.ts";
import { answerRuleTask, type RuleTask } from "../src/parser-rules/try/rule-task.ts";
import { answerTask } from "../src/pool/task-outcome.ts";

/** Entry of the threads that read and try parser rules for people: a file within its bounds may take half a second. */
export default answerTask((task: RuleTask) => answerRuleTask(task, eventOfSample));
