import { getPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { yieldProcessor } from "../../../src/eventstore/upkeep/yield-processor.ts";

yieldProcessor();
parentPort!.postMessage(getPriority());
