import notices from "../../../data/third-party-notices.txt" with { type: "text" };
import { defineVigieCommand } from "../command.ts";

export const licensesCommand = defineVigieCommand({
  meta: { name: "licenses", description: "Print the licences of everything in the executable" },
  examples: [["vigie licenses | less", "reads them page by page"]],
  async run() {
    process.stdout.write(notices);
    return 0;
  },
});
