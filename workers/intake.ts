import { parentPort, workerData } from "node:worker_threads";
import type { IntakeOptions } from "../src/ingest/intake.ts";
import { runIntakeThread } from "../src/ingest/intake-thread.ts";

if (parentPort === null)
  throw new Error("This file is the intake thread; it is started by src/ingest/intake-client.ts.");
runIntakeThread(parentPort, workerData as IntakeOptions);
