import { AppError, type ErrorCode, type ErrorDetails } from "../lib/errors.ts";
import { watchOfThread } from "../lib/thread-watch.ts";
import { boundOfLane, takePriority } from "./lane-data.ts";

/**
 * What a thread posts back. Cloning would make a plain Error of an AppError and lose its code, so errors cross as plain data.
 */
export type TaskOutcome<Answer> = { value: Answer } | { refusal: Refusal } | { failure: Failure };

/** The caller's fault. */
interface Refusal {
  code: ErrorCode;
  message: string;
  details: ErrorDetails;
}

/** Our own fault. */
interface Failure {
  name: string;
  message: string;
  stack: string | undefined;
}

/** Makes a thread entry's default export of the one function that answers its tasks. Runs in the thread. */
export function answerTask<Task, Answer>(
  answer: (task: Task) => Answer | Promise<Answer>,
): (task: Task) => Promise<TaskOutcome<Answer>> {
  takePriority();
  const watch = watchOfThread(boundOfLane());
  return async (task) => {
    try {
      return { value: await answer(task) };
    } catch (error) {
      return encodeError(error);
    } finally {
      letGoOf(task);
      watch.rest();
    }
  };
}

/** Piscina holds on to the task as long as its thread waits for the next one: shared memory in it would stay, whoever else has let go of it. */
function letGoOf(task: unknown): void {
  if (typeof task === "object" && task !== null) for (const key of Object.keys(task)) Reflect.deleteProperty(task, key);
}

/** The answer, or throws what the thread threw: an AppError with its code and details, or an Error with the thread's stack. */
export function readOutcome<Answer>(outcome: TaskOutcome<Answer>): Answer {
  if ("value" in outcome) return outcome.value;
  if ("refusal" in outcome) throw new AppError(outcome.refusal.code, outcome.refusal.message, outcome.refusal.details);
  const { name, message, stack } = outcome.failure;
  throw Object.assign(new Error(message), { name, ...(stack === undefined ? {} : { stack }) });
}

function encodeError(error: unknown): { refusal: Refusal } | { failure: Failure } {
  if (error instanceof AppError)
    return { refusal: { code: error.code, message: error.message, details: error.details } };
  if (error instanceof Error) return { failure: { name: error.name, message: error.message, stack: error.stack } };
  return { failure: { name: "Error", message: String(error), stack: undefined } };
}
