import { homedir } from "node:os";
import { join } from "node:path";
import { defineVigieCommand, usageError } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { lineArguments, readOptions, repeated } from "../import/read-options.ts";
import { openServiceDestination } from "../import/service-destination.ts";
import { countOf } from "../output.ts";
import { findMissing, type Missing } from "../ship/find-files.ts";
import { FollowedFiles } from "../ship/followed-files.ts";
import { JournalReader } from "../ship/journal-reader.ts";
import { ShipState } from "../ship/ship-state.ts";
import { Shipper } from "../ship/shipper.ts";
import { untilAnswered } from "../ship/until-answered.ts";

export const shipCommand = defineVigieCommand({
  meta: { name: "ship", description: "Follow log files and send new lines to a service" },
  usage: "[FILE|PATTERN]...",
  positionalsMax: Number.POSITIVE_INFINITY,
  args: {
    file: { type: "positional", required: false, description: "Log files, or patterns of them with * ? [ ] { } **" },
    ...connectionArguments,
    journal: { type: "boolean", description: "Also the journal of this machine (journalctl)" },
    docker: { type: "boolean", description: "Also the containers of this machine (Docker's json-file logs)" },
    "docker-folder": {
      type: "string",
      valueHint: "DIR",
      description: "Docker's folder of them (/var/lib/docker/containers)",
    },
    state: {
      type: "string",
      valueHint: "FILE",
      description: "Remembers what was sent (~/.local/state/vigie/ship.json); one for each vigie ship",
    },
    "from-end": {
      type: "boolean",
      description: "For files that are not in the state yet: send only lines written from now on",
    },
    once: { type: "boolean", description: "End when everything present now is stored" },
    ...lineArguments,
  },
  notes: [
    "Each line is sent once: what the service has stored is remembered in the state file, and what was on its way when either side was killed or away is sent again under the same names, however long it takes. The service remembers up to which place it has each of the 65,536 files sent last. Of the journal, what was on its way when vigie ship itself was killed is known for 10 minutes. While the service is away, nothing is read; what is written meanwhile waits in its files.",
    "A renamed file is read to its end, alongside the new one of its name; a file emptied in place is read from its start, and a copy made before is not sent again. A copy of a file that goes on is sent from where it differs; one of 8 KiB or less is sent whole, since other files may begin alike. Lines are read as by vigie import, and those that continue the one before are one event with it. Compressed files are for vigie import.",
    "Names and patterns that lead to no file are told at the start, and followed as soon as they do.",
    "Exit code: 0 ended by Ctrl-C or SIGTERM, or with --once everything was stored; 1 failed, also when a file named with --once is not there, or journalctl fails; 2 wrong arguments.",
  ],
  examples: [
    ["vigie ship '/var/log/*.log' /var/log/nginx/access.log --token KEY", "into the service on this machine"],
    ["VIGIE_TOKEN=KEY vigie ship --journal --docker --url https://logs.example.org", "the journal and all containers"],
  ],
  async run({ args, rawArgs }) {
    const patterns = args._;
    const dockerFolder = args["docker-folder"] ?? "/var/lib/docker/containers";
    const dockerPatterns = args.docker === true ? [join(dockerFolder, "*", "*-json.log*")] : [];
    if (patterns.length === 0 && dockerPatterns.length === 0 && args.journal !== true)
      throw usageError("Nothing to follow: name files, or give --journal or --docker.");
    const options = readOptions(args, repeated(rawArgs, "--tag"));
    const stop = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
    const tell = (text: string) => process.stderr.write(`vigie: ${text}\n`);
    const client = await connect(args);
    const state = ShipState.open(args.state ?? join(homedir(), ".local/state/vigie/ship.json"));
    const destination = await untilAnswered(() => openServiceDestination(client), tell, stop.signal);
    if (destination === undefined) return 0;
    const isOnce = args.once === true;
    const missing = tellMissing([...patterns, ...dockerPatterns], isOnce, tell);
    const files = new FollowedFiles(
      { patterns, dockerPatterns, fromEnd: args["from-end"] === true },
      options,
      state,
      tell,
    );
    const journal = args.journal === true ? new JournalReader(state.cursor, tell, !isOnce) : undefined;
    const shipper = new Shipper({ files, journal, destination, state, tell, signal: stop.signal });
    try {
      await shipper.run(isOnce);
    } finally {
      journal?.close();
      files.close();
    }
    const { stored, refused } = shipper.totals;
    tell(`${countOf(stored, "event")} stored${refused > 0 ? `, ${refused} refused` : ""}.`);
    return isOnce && (journal?.hasFailed || missing.some(({ isPattern }) => !isPattern)) ? 1 : 0;
  },
});

function tellMissing(patterns: readonly string[], isOnce: boolean, tell: (text: string) => void): Missing[] {
  const missing = findMissing(patterns);
  const later = isOnce ? "" : " Looking for it from now on.";
  for (const { text, isPattern } of missing)
    tell(isPattern ? `No file matches "${text}".${later}` : `There is no file "${text}".${later}`);
  return missing;
}
