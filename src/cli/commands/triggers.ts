import { defineVigieCommand } from "../command.ts";
import { listTriggers } from "../triggers/list-triggers.ts";
import { createTrigger, listAbsences, previewTrigger, testTrigger } from "../triggers/one-trigger.ts";

export const triggersCommand = defineVigieCommand({
  meta: { name: "triggers", description: "List, create, preview and test triggers of a running service" },
  subCommands: {
    list: listTriggers,
    create: createTrigger,
    preview: previewTrigger,
    test: testTrigger,
    absences: listAbsences,
  },
  examples: [["vigie triggers test 7", "does what it sends arrive?"]],
});
