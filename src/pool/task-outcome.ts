import { AppError, type ErrorCode, type ErrorDetails } from "../lib/errors.ts";
import { openPreemptionMailbox, type PreemptionMailbox } from "../runtime/preemption-mailbox.ts";
import { watchOfThread } from "../runtime/thread-memory-watch.ts";
import { laneData, takeNiceness } from "./preemption/lane-worker-data.ts";

/**
 * The outcome that a thread posts back. Cloning would make a plain Error of an AppError and lose its code, so errors
 * cross as plain data.
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

/** How a thread answers other tasks while it works on one. */
export interface Preemption<Task, Preempter> {
  /** Whether this task looks at the thread's mailbox, and nobody else waits for it. */
  mayBePreempted(task: Task): boolean;
  answerPreempting(task: Preempter): unknown;
}

/** Makes a thread entry's default export of the one function that answers its tasks. Runs in the thread. */
export function answerTask<Task, Answer, Preempter = never>(
  answer: (task: Task) => Answer | Promise<Answer>,
  preemption?: Preemption<Task, Preempter>,
): (task: Task) => Promise<TaskOutcome<Answer>> {
  takeNiceness();
  const watch = watchOfThread(laneData().residentBytes);
  const mailbox = preemption && laneData().isPreemptible ? openMailbox(preemption.answerPreempting) : undefined;
  return async (task) => {
    if (preemption?.mayBePreempted(task)) mailbox?.open();
    try {
      return { value: await answer(task) };
    } catch (error) {
      return encodeError(error);
    } finally {
      mailbox?.close();
      letGoOf(task);
      watch.giveBack();
    }
  };
}

/**
 * Piscina keeps a reference to the task while its thread waits for the next one, which would keep its shared memory
 * alive.
 */
function letGoOf(task: unknown): void {
  if (typeof task === "object" && task !== null) for (const key of Object.keys(task)) Reflect.deleteProperty(task, key);
}

function openMailbox<Preempter>(answer: (task: Preempter) => unknown): PreemptionMailbox {
  return openPreemptionMailbox((task): TaskOutcome<unknown> => {
    try {
      return { value: answer(task as Preempter) };
    } catch (error) {
      return encodeError(error);
    }
  });
}

/**
 * The answer, or throws what the thread threw: an AppError with its code and details, or an Error with the thread's
 * stack.
 */
export function readOutcome<Answer>(outcome: TaskOutcome<Answer>): Answer {
  if ("value" in outcome) return outcome.value;
  if ("refusal" in outcome) throw new AppError(outcome.refusal.code, outcome.refusal.message, outcome.refusal.details);
  const { name, message, stack } = outcome.failure;
  throw Object.assign(new Error(message), { name, ...(stack === undefined ? {} : { stack }) });
}

/** Recognises another entry's copy of the class, too: caches shared by a thread's entries may throw it. */
function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError || (error instanceof Error && error.name === "AppError" && "code" in error);
}

function encodeError(error: unknown): { refusal: Refusal } | { failure: Failure } {
  if (isRefusal(error)) return { refusal: { code: error.code, message: error.message, details: error.details } };
  if (error instanceof Error) return { failure: { name: error.name, message: error.message, stack: error.stack } };
  return { failure: { name: "Error", message: String(error), stack: undefined } };
}
