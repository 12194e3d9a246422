import { defineVigieCommand } from "../command.ts";
import { benchRules } from "../rules/bench-rules.ts";
import { checkRule } from "../rules/check-rule.ts";
import { listRules } from "../rules/list-rules.ts";
import { testRules } from "../rules/test-rules.ts";

export const rulesCommand = defineVigieCommand({
  meta: { name: "rules", description: "List, check, test and measure parser rules" },
  subCommands: { list: listRules, check: checkRule, test: testRules, bench: benchRules },
  examples: [["vigie rules check my-rules.yaml", "checks whether the service would accept it"]],
});
