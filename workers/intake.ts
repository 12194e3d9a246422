import { parentPort } from "node:worker_threads";
import type { IntakeThreadData } from "../src/ingest/thread/intake-messages.ts";
import { runIntakeThread } from "../src/ingest/thread/intake-thread.ts";

const port = parentPort;
if (port === null)
  throw new Error("This file is the intake thread; it is started by src/ingest/thread/intake-worker.ts.");
port.once("message", (options: IntakeThreadData) => runIntakeThread(port, options));
