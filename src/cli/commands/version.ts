import { version } from "../../lib/version.ts";
import { defineVigieCommand } from "../command.ts";

export const versionCommand = defineVigieCommand({
  meta: { name: "version", description: "Print the version" },
  args: { json: { type: "boolean", description: "With the runtime and the platform, as JSON" } },
  examples: [["vigie version", "prints the number alone"]],
  async run({ args }) {
    const details = { version, bun: Bun.version, platform: `${process.platform}-${process.arch}` };
    process.stdout.write(`${args.json ? JSON.stringify(details) : version}\n`);
    return 0;
  },
});
