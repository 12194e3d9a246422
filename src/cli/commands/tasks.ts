import { defineVigieCommand } from "../command.ts";
import { commentTask, createTask, deleteTask, setTask } from "../tasks/change-task.ts";
import { listTasks } from "../tasks/list-tasks.ts";
import { showTask } from "../tasks/show-task.ts";

export const tasksCommand = defineVigieCommand({
  meta: { name: "tasks", description: "List, read, create and change the tasks of people" },
  subCommands: {
    list: listTasks,
    show: showTask,
    create: createTask,
    set: setTask,
    comment: commentTask,
    delete: deleteTask,
  },
  examples: [
    ["vigie tasks list --mine --open", "what is to be done"],
    ["vigie tasks set 7 --status resolved", "done"],
  ],
});
