import { defineVigieCommand } from "./command.ts";
import { checkRule } from "./rules/check-rule.ts";
import { listRules } from "./rules/list-rules.ts";
import { testRules } from "./rules/test-rules.ts";

export const rulesCommand = defineVigieCommand({
  meta: { name: "rules", description: "List, check and test parser rules" },
  subCommands: { list: listRules, check: checkRule, test: testRules },
  examples: [["vigie rules check my-rules.yaml", "is it written as the service reads it?"]],
});
