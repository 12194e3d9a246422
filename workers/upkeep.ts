import { workerData } from "node:worker_threads";
import { runUpkeep } from "../src/eventstore/upkeep/run-upkeep.ts";
import type { UpkeepStart } from "../src/eventstore/upkeep/upkeep-messages.ts";
import { yieldProcessor } from "../src/eventstore/upkeep/yield-processor.ts";

/** Entry of the thread that merges, seals and compacts; it is started by src/eventstore/upkeep/upkeep-thread.ts. */
yieldProcessor();
runUpkeep(workerData as UpkeepStart);
