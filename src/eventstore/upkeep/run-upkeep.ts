import { upkeepIdleGcMs, upkeepTurnMs } from "../limits.ts";
import { UpkeepExecutor } from "./upkeep-executor.ts";
import type { UpkeepMessage, UpkeepRequest, UpkeepStart } from "./upkeep-messages.ts";
import { yieldProcessor } from "./yield-processor.ts";

/** Runs the upkeep thread: jobs in small steps, checking for messages in between. Sleeps when there is no job. */
export function runUpkeep({ port, sent, eventsFolder }: UpkeepStart): void {
  yieldProcessor();
  const count = new Int32Array(sent);
  const send = (message: UpkeepMessage) => {
    port.postMessage(message);
    Atomics.add(count, 0, 1);
    Atomics.notify(count, 0);
  };
  const executor = new UpkeepExecutor(eventsFolder, (answer) => send({ kind: "answer", answer }));
  let isScheduled = false;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(turn);
  }

  function turn(): void {
    isScheduled = false;
    const end = performance.now() + upkeepTurnMs;
    while (executor.step())
      if (performance.now() >= end) {
        schedule();
        return;
      }
    // Otherwise the garbage of the last jobs would stay until more work comes, which may be never.
    idleTimer = setTimeout(() => Bun.gc(true), upkeepIdleGcMs);
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
    clearTimeout(idleTimer);
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
