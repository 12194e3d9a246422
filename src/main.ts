import type { CommandDef } from "citty";
import { runCommand } from "./cli/run-command.ts";
import { version } from "./lib/version.ts";

interface Command {
  summary: string;
  load(): Promise<CommandDef>;
}

/** Loaded when asked for: `vigie version` need not load a web server. */
const commands: Record<string, Command> = {
  serve: {
    summary: "Run the service",
    load: async () => (await import("./cli/serve.ts")).serveCommand as unknown as CommandDef,
  },
};

process.exit(await main(process.argv.slice(2)));

async function main([name, ...rest]: string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(usage());
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-v") {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return runCommand(await command.load(), rest);
  process.stderr.write(`vigie: There is no command "${name}". Known are ${Object.keys(commands).join(", ")}.\n`);
  return 2;
}

function usage(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `vigie ${version}: takes in logs and answers questions about them\n\nUsage: vigie COMMAND [OPTIONS]\n\n${lines.join("\n")}\n\n"vigie COMMAND --help" tells about one.\n`;
}
