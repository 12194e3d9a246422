import { type Command, defineVigieCommand, usageError } from "../command.ts";
import { completionScript, type Shell, shells } from "./completion.ts";
import { outlineOf } from "./outline.ts";

/** `root` is the command whose words are completed. */
export function completionCommand(root: () => Command): Command {
  return defineVigieCommand({
    meta: { name: "completion", description: "Print the completion script for a shell" },
    args: { shell: { type: "positional", required: true, choices: shells, description: shells.join(", ") } },
    examples: [
      ["source <(vigie completion bash)", "in ~/.bashrc"],
      ["vigie completion zsh > ~/.zsh/_vigie", "once, into a folder of zsh's fpath"],
      ["vigie completion fish > ~/.config/fish/completions/vigie.fish", "once, for fish"],
    ],
    async run({ args }) {
      if (!shells.includes(args.shell as Shell))
        throw usageError(`Expected ${shells.join(", ")}, got "${args.shell}".`);
      process.stdout.write(completionScript(args.shell as Shell, await outlineOf(root(), [])));
      return 0;
    },
  });
}
