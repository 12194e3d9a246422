import { workerData } from "node:worker_threads";
import { runUpkeep } from "../src/eventstore/upkeep/run-upkeep.ts";
import type { UpkeepStart } from "../src/eventstore/upkeep/upkeep-messages.ts";

/** Entry of the thread that merges, seals and compacts; it is started by src/eventstore/upkeep/upkeep-thread.ts. */
runUpkeep(workerData as UpkeepStart);
