import { version } from "../lib/version.ts";
import { type Command, defineVigieCommand } from "./command.ts";
import { watchOutput } from "./end-output.ts";
import { runCommandLine } from "./run-command-line.ts";

/** Loaded on demand: `vigie version` need not load a web server. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import("./commands/serve.ts")).serveCommand,
  import: async () => (await import("./commands/import.ts")).importCommand,
  ship: async () => (await import("./commands/ship.ts")).shipCommand,
  how: async () => (await import("./commands/how.ts")).howCommand,
  query: async () => (await import("./commands/query.ts")).queryCommand,
  fields: async () => (await import("./commands/fields.ts")).fieldsCommand,
  tail: async () => (await import("./commands/tail.ts")).tailCommand,
  patterns: async () => (await import("./commands/patterns.ts")).patternsCommand,
  changes: async () => (await import("./commands/changes.ts")).changesCommand,
  export: async () => (await import("./commands/export.ts")).exportCommand,
  report: async () => (await import("./commands/report.ts")).reportCommand,
  dashboards: async () => (await import("./commands/dashboards.ts")).dashboardsCommand,
  tasks: async () => (await import("./commands/tasks.ts")).tasksCommand,
  users: async () => (await import("./commands/users.ts")).usersCommand,
  tokens: async () => (await import("./commands/tokens.ts")).tokensCommand,
  rules: async () => (await import("./commands/rules.ts")).rulesCommand,
  triggers: async () => (await import("./commands/triggers.ts")).triggersCommand,
  demo: async () => (await import("./commands/demo.ts")).demoCommand,
  completion: async () => (await import("./describe/completion-command.ts")).completionCommand(() => vigie),
  man: async () => (await import("./describe/man-command.ts")).manCommand(() => vigie),
  licenses: async () => (await import("./commands/licenses.ts")).licensesCommand,
  version: async () => (await import("./commands/version.ts")).versionCommand,
};

const vigie = defineVigieCommand({
  meta: { name: "vigie", version, description: "Takes in logs and answers questions about them" },
  subCommands: commands,
});

const endOutput = watchOutput();
process.exit(await endOutput(await runCommandLine(vigie, process.argv.slice(2))));
