import { type Command, defineVigieCommand } from "./cli/command.ts";
import { watchOutput } from "./cli/end-output.ts";
import { runCommandLine } from "./cli/run-command-line.ts";
import { version } from "./lib/version.ts";

/** Loaded when asked for: `vigie version` need not load a web server. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import("./cli/serve.ts")).serveCommand,
  import: async () => (await import("./cli/import.ts")).importCommand,
  query: async () => (await import("./cli/query.ts")).queryCommand,
  export: async () => (await import("./cli/export.ts")).exportCommand,
  report: async () => (await import("./cli/report.ts")).reportCommand,
  users: async () => (await import("./cli/users.ts")).usersCommand,
  tokens: async () => (await import("./cli/tokens.ts")).tokensCommand,
  rules: async () => (await import("./cli/rules.ts")).rulesCommand,
  demo: async () => (await import("./cli/demo.ts")).demoCommand,
  licenses: async () => (await import("./cli/licenses.ts")).licensesCommand,
  version: async () => (await import("./cli/version.ts")).versionCommand,
};

const vigie = defineVigieCommand({
  meta: { name: "vigie", version, description: "Takes in logs and answers questions about them" },
  subCommands: commands,
});

const endOutput = watchOutput();
process.exit(await endOutput(await runCommandLine(vigie, process.argv.slice(2))));
