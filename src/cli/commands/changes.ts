import { defineVigieCommand } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { queryArgument } from "../query/arguments.ts";
import { ask } from "../query/ask.ts";
import { readChangesOptions } from "../query/changes-options.ts";
import { findMarkerTime } from "../query/find-marker.ts";
import { renderChanges } from "../query/render-changes.ts";

export const changesCommand = defineVigieCommand({
  meta: { name: "changes", description: "Show what has become more or less frequent than it was" },
  args: {
    ...queryArgument,
    ...connectionArguments,
    since: {
      type: "string",
      valueHint: "TIME",
      description: "From this time on, such as 14:00, yesterday, '1 hour ago' (10 minutes ago)",
    },
    "since-marker": {
      type: "string",
      valueHint: "NAME",
      description: "From the latest marker with this tag or title on, such as deploy",
    },
    until: { type: "string", valueHint: "TIME", description: "Before this time (now)" },
    against: {
      type: "string",
      valueHint: "WHEN",
      description: "before, yesterday, 'last week' or 'N hours ago' (before: as long, right before)",
    },
    by: { type: "string", valueHint: "FIELD", description: "Values of which field are compared (pattern)" },
    limit: { type: "string", valueHint: "N", description: "Changes (20)" },
    timezone: { type: "string", valueHint: "ZONE", description: "Zone of the times given and shown (this machine's)" },
    json: { type: "boolean", description: "For machines: the answer as one object" },
  },
  notes: [
    "Shown is what is too unlikely to be chance (below 1 in 1,000 after correction for the number of values that were compared), the most surprising first: a likelihood ratio test of the two rates that knows how much each value varies by itself. Changes of less than a tenth count as none. When most changed by one factor, that is the volume, which the end tells, and no change of any.",
  ],
  examples: [
    ["vigie changes --since '10 minutes ago'", "the differences since then"],
    [
      "vigie changes 'severity<=4' --since '1 hour ago' --against yesterday",
      "errors and warnings that are unlike yesterday's",
    ],
    ["vigie changes --since-marker deploy --by host", "which hosts the deploy was good or bad for"],
    ["vigie changes program:nginx --by path --since '2 hours ago'", "which pages"],
  ],
  async run({ args }) {
    const now = Math.floor(Date.now() / 1000) + 1;
    const marker = args["since-marker"];
    // Errors in the other options are reported before the service is asked.
    readChangesOptions(args, now, marker === undefined ? undefined : now - 1);
    const client = await connect(args);
    const markerTime = marker === undefined ? undefined : await findMarkerTime(client, marker, now);
    const question = readChangesOptions(args, now, markerTime);
    return ask(client, question, (results) => {
      const text = args.json === true ? JSON.stringify(results) : renderChanges(results, question.timezone);
      process.stdout.write(`${text}\n`);
    });
  },
});
