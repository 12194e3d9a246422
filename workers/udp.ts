import { parentPort, workerData } from "node:worker_threads";
import type { UdpThreadData } from "../src/ingest/listeners/udp/udp-messages.ts";
import { runUdpThread } from "../src/ingest/listeners/udp/udp-thread.ts";

/** Entry of the thread that reads datagrams; it is started by src/ingest/listeners/udp/udp-listener.ts. */
if (parentPort !== null) runUdpThread(parentPort, workerData as UdpThreadData);
