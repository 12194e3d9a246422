import { restartWithDefaultHeapLimit } from "./runtime/restart-with-heap-limit.ts";
import { programEntry } from "./runtime/worker-entry.ts";

// Before anything else is loaded, which would have to be loaded twice.
restartWithDefaultHeapLimit();
await import(programEntry());
