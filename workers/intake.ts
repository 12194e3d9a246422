import { parentPort, workerData } from "node:worker_threads";
import type { IntakeThreadData } from "../src/ingest/intake-messages.ts";
import { runIntakeThread } from "../src/ingest/intake-thread.ts";

if (parentPort === null)
  throw new Error("This file is the intake thread; it is started by src/ingest/intake-client.ts.");
runIntakeThread(parentPort, workerData as IntakeThreadData);
