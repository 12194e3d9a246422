import { defineVigieCommand } from "../command.ts";
import { createTrigger, deleteTrigger, setTrigger, showTrigger } from "../triggers/change-trigger.ts";
import { listTriggers } from "../triggers/list-triggers.ts";
import { listAbsences, previewTrigger, testTrigger } from "../triggers/one-trigger.ts";

export const triggersCommand = defineVigieCommand({
  meta: { name: "triggers", description: "List, create, change, preview and test triggers of a running service" },
  subCommands: {
    list: listTriggers,
    show: showTrigger,
    create: createTrigger,
    set: setTrigger,
    preview: previewTrigger,
    test: testTrigger,
    absences: listAbsences,
    delete: deleteTrigger,
  },
  examples: [["vigie triggers test 7", "checks whether its messages arrive"]],
});
