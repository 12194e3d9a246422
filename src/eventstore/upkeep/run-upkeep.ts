import { AwaitedAnswers } from "../../runtime/awaited-answers.ts";
import { courtesyLookMs, upkeepIdleGcMs, upkeepTurnMs } from "../limits.ts";
import { Courtesy } from "./courtesy.ts";
import { UpkeepExecutor } from "./upkeep-executor.ts";
import type { UpkeepMessage, UpkeepRequest, UpkeepStart } from "./upkeep-messages.ts";

/**
 * Runs the upkeep thread: jobs in small steps, checking for messages in between. Those that can wait let questions
 * pass. Sleeps when there is no job.
 */
export function runUpkeep({ port, sent, eventsFolder, awaited }: UpkeepStart): void {
  const count = new Int32Array(sent);
  const send = (message: UpkeepMessage) => {
    port.postMessage(message);
    Atomics.add(count, 0, 1);
    Atomics.notify(count, 0);
  };
  const executor = new UpkeepExecutor(eventsFolder, (answer) => send({ kind: "answer", answer }));
  const answers = new AwaitedAnswers(awaited);
  const courtesy = new Courtesy();
  let isScheduled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(turn);
  }

  function turn(): void {
    isScheduled = false;
    const end = performance.now() + upkeepTurnMs;
    for (let now = performance.now(); now < end; now = performance.now()) {
      if (executor.canWait && courtesy.mustWait(answers.isAny, now)) {
        timer = setTimeout(schedule, courtesyLookMs);
        return;
      }
      if (!executor.step()) {
        // Otherwise the garbage of the last jobs would stay until more work comes, which may be never.
        timer = setTimeout(() => Bun.gc(true), upkeepIdleGcMs);
        return;
      }
    }
    schedule();
  }

  function close(): void {
    let error: string | undefined;
    try {
      executor.close();
    } catch (failure) {
      error = String(failure);
    }
    send({ kind: "ended", error });
    port.close();
  }

  port.on("message", (request: UpkeepRequest) => {
    clearTimeout(timer);
    if (request.kind === "begin") executor.begin(request.lane, request.job);
    else if (request.kind === "stop") executor.stop(request.lane);
    else if (request.kind === "end") close();
    else {
      executor.release(request.day);
      send({ kind: "released" });
    }
    schedule();
  });
}
