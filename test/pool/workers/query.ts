import { getPriority } from "node:os";
import { AppError } from "../../../src/lib/errors.ts";
import { answerTask } from "../../../src/pool/task-outcome.ts";
import { mailboxOfThread, type PreemptionMailbox } from "../../../src/runtime/preemption-mailbox.ts";
import { watchOfThread } from "../../../src/runtime/thread-memory-watch.ts";

/** What the tests of the pool have a real thread do. */
export type TestTask =
  | { do: "echo"; value: unknown }
  | { do: "refuse" }
  | { do: "fail" }
  | { do: "exit" }
  | { do: "throw later" }
  | { do: "answer a function" }
  | { do: "tell its priority" }
  | { do: "count what it gives up"; count: SharedArrayBuffer }
  | { do: "work until"; control: SharedArrayBuffer }
  | { do: "work as a host until"; control: SharedArrayBuffer };

export default answerTask(async (task: TestTask): Promise<unknown> => answer(task), {
  mayBePreempted: () => true,
  answerPreempting: (task: TestTask) => answer(task),
});

function answer(task: TestTask): unknown {
  switch (task.do) {
    case "echo":
      return task.value;
    case "refuse":
      throw new AppError("too_large", "Too much.", { headers: { "Retry-After": "7" }, body: { status: "FAILURE" } });
    case "fail":
      throw new RangeError("expected 3 rows, got 4");
    case "exit":
      process.exit(9);
      break;
    case "throw later":
      setTimeout(() => {
        throw new Error("nobody catches this");
      }, 1);
      return new Promise(() => undefined);
    case "answer a function":
      return () => undefined;
    case "tell its priority":
      return getPriority();
    case "count what it gives up": {
      const count = new Int32Array(task.count);
      watchOfThread().onShort(() => Atomics.add(count, 0, 1));
      return undefined;
    }
    case "work until":
      return workUntilTold(new Int32Array(task.control));
    case "work as a host until":
      return workUntilTold(new Int32Array(task.control), mailboxOfThread());
  }
}

/** Burns a core, as a query does; word 0 is the stop flag, word 1 tells that it began. */
function workUntilTold(control: Int32Array, mailbox?: PreemptionMailbox): string {
  const isStopped = () => Atomics.load(control, 0) !== 0;
  Atomics.store(control, 1, 1);
  Atomics.notify(control, 1);
  while (!isStopped() && !mailboxOfThread()?.mustLeave) {
    for (let spin = 0; spin < 10_000; spin++) Math.sqrt(spin);
    mailbox?.look(isStopped);
  }
  return "stopped";
}
