import { type Command, defineVigieCommand } from "../command.ts";
import { manPage } from "./man-page.ts";
import { outlineOf } from "./outline.ts";

/** `root` is the command that the manual describes. */
export function manCommand(root: () => Command): Command {
  return defineVigieCommand({
    meta: { name: "man", description: "Print the manual page" },
    examples: [
      ["vigie man | man -l -", "read it"],
      ["vigie man > /usr/local/share/man/man1/vigie.1", "install it"],
    ],
    async run() {
      process.stdout.write(manPage(await outlineOf(root(), [])));
      return 0;
    },
  });
}
