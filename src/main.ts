import { boundHeapByDefault } from "./config/bound-heap.ts";
import { programEntry } from "./lib/worker-entry.ts";

// Before anything else is loaded, which would have to be loaded twice.
boundHeapByDefault();
await import(programEntry());
