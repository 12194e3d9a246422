import { restMs } from "../../src/eventstore/limits.ts";
import type { BenchService } from "./service.ts";

/** Waits until the service has used less than a tenth of a processor for so long. */
export async function untilQuiet(service: BenchService, quietMs: number): Promise<void> {
  for (let before = service.processorMs(); ; ) {
    await Bun.sleep(quietMs);
    const now = service.processorMs();
    if (now - before < quietMs / 10) return;
    before = now;
  }
}

/** Waits until what came last is sealed and all of it is merged. Between two merges it may pause for some seconds. */
export async function untilCompacted(service: BenchService): Promise<void> {
  await untilQuiet(service, restMs + 9_000);
}
