import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventRow } from "../../../src/eventstore/event/event.ts";
import { TriggerProgram } from "../../../src/triggers/matching/trigger-program.ts";
import { storedEvents } from "../../support/questions/random-events.ts";
import { anyTriggers } from "./trigger-arbitrary.ts";

/** What the fast path of intake asks, in its order, over the bytes of an event's texts. */
function mayFire({ byteIndex }: TriggerProgram, row: EventRow): boolean {
  const holds = (targets: typeof byteIndex.host, text: string) => {
    const bytes = new TextEncoder().encode(`<${text}>`);
    return targets?.mayHold(bytes, 1, bytes.length - 1) === true;
  };
  if (byteIndex.always || byteIndex.hasCodes(row.severity, row.facility, row.type)) return true;
  if (byteIndex.asksMnemonic || holds(byteIndex.host, row.host) || holds(byteIndex.program, row.program)) return true;
  if (holds(byteIndex.message, row.message)) return true;
  return row.tags.some((name, i) => i % 2 === 0 && holds(byteIndex.tag(name), row.tags[i + 1]!));
}

test("when the bytes of an event say that nothing can fire, then nothing fires", () => {
  let passed = 0;
  fc.assert(
    fc.property(anyTriggers, storedEvents(0, 1e9), (triggers, events) => {
      for (const trigger of triggers) {
        const program = new TriggerProgram([trigger]);
        for (const event of events) {
          if (mayFire(program, event)) continue;
          passed++;
          expect(program.fire(event, () => true)).toEqual([]);
        }
      }
    }),
    { numRuns: 200 },
  );
  // Else it would say nothing.
  expect(passed).toBeGreaterThan(1_000);
});
