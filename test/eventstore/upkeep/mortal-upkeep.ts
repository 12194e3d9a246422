import { readFileSync, writeFileSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { runUpkeep } from "../../../src/eventstore/upkeep/run-upkeep.ts";
import type { UpkeepMessage, UpkeepRequest, UpkeepStart } from "../../../src/eventstore/upkeep/upkeep-messages.ts";

export interface Death {
  job: string;
  /** When the job comes, after it took this many turns, or when it is done and nobody knows. */
  at: "begin" | "end" | number;
}

/** An upkeep thread that dies as the list beside its folder says; each death is taken off the list. */
export const deathsFile = (eventsFolder: string) => `${eventsFolder}.deaths`;

if (workerData) run(workerData as UpkeepStart);

function run(start: UpkeepStart): void {
  const path = deathsFile(start.eventsFolder);
  const [next, ...rest] = JSON.parse(readFileSync(path, "utf8")) as Death[];
  const jobs = new Map<string, string>();
  const die = () => {
    writeFileSync(path, JSON.stringify(rest));
    process.exit(1);
  };
  const dieIn = (turns: number) => (turns === 0 ? die() : setImmediate(() => dieIn(turns - 1)));
  runUpkeep({
    ...start,
    port: {
      on(name: string, listener: (value: never) => void) {
        return start.port.on(name as "message", (request: UpkeepRequest) => {
          if (request.kind === "begin") jobs.set(request.lane, request.job.kind);
          if (request.kind === "begin" && request.job.kind === next?.job) {
            if (next.at === "begin") return die();
            if (next.at !== "end") dieIn(next.at);
          }
          listener(request as never);
        });
      },
      postMessage(message: UpkeepMessage) {
        if (message.kind === "answer" && next?.at === "end" && jobs.get(message.answer.lane) === next.job) die();
        else start.port.postMessage(message);
      },
      close: () => start.port.close(),
    } as UpkeepStart["port"],
  });
}
