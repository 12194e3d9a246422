import type { EventRow } from "../../eventstore/event/event.ts";
import { createRuleSet } from "../../parser-rules/run/rule-set.ts";
import type { RulesResult } from "../result-schemas.ts";
import { chooseRules, type RuleChoice } from "../samples/chosen-rules.ts";
import { withoutMadeTags } from "../samples/sample-rows.ts";
import type { RunControl } from "../workload.ts";
import { measureRules, type SampleEvent } from "./measure-rules.ts";

/** Plain data: it crosses threads. */
export interface ChosenRulesOrder {
  choice: RuleChoice;
  samples: readonly SampleEvent[];
  of: RulesResult["samples"]["of"];
  eventCount: number;
}

/** Measures the rules of a service. `read` reads a sample as intake does. Any thread. */
export async function measureChosenRules(
  { choice, samples, of, eventCount }: ChosenRulesOrder,
  read: (sample: SampleEvent) => EventRow,
  control: RunControl,
): Promise<RulesResult> {
  const chosen = chooseRules(choice);
  const rules = createRuleSet(chosen.files);
  const asSent = of === "stored" ? samples.map((sample) => withoutMade(sample, read(sample), rules)) : samples;
  const result = await measureRules({ ...chosen, samples: asSent, eventCount, read }, control);
  return { ...result, samples: { of, count: samples.length } };
}

function withoutMade(sample: SampleEvent, row: EventRow, rules: ReturnType<typeof createRuleSet>): SampleEvent {
  if (typeof sample === "string") return sample;
  const { tags } = withoutMadeTags([row], rules)[0]!;
  const user_tags = Object.fromEntries(tags.flatMap((name, i) => (i % 2 === 0 ? [[name, tags[i + 1]!]] : [])));
  return { ...sample, user_tags };
}
