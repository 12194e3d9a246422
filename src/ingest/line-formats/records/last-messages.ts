import type { LineFields } from "../line-fields.ts";
import { hostsRememberedMax } from "./limits.ts";

/**
 * Remembers the last message of each host. "last message repeated 3 times" is then written in the form that names the
 * message, which intake unfolds into its occurrences.
 */
export class LastMessages {
  readonly #byHost = new Map<string, LineFields>();

  /** The line as it is, or the repeated message as `message repeated 3 times: [ … ]`, at the line's own time. */
  unfold(fields: LineFields): LineFields {
    if (fields.format !== "syslog") return fields;
    const host = fields.host ?? "";
    const repeated = repeatPattern.exec(fields.message);
    const last = repeated === null ? undefined : this.#byHost.get(host);
    if (last === undefined || !speaksOf(fields, last)) {
      if (repeated === null) this.#remember(host, fields);
      return fields;
    }
    const times = repeated![1] === "1" ? "1 time" : `${repeated![1]} times`;
    const { time = last.time } = fields;
    return {
      ...last,
      ...(time === undefined ? {} : { time }),
      message: `message repeated ${times}: [ ${last.message}]`,
    };
  }

  #remember(host: string, fields: LineFields): void {
    if (this.#byHost.size >= hostsRememberedMax && !this.#byHost.has(host)) this.#byHost.clear();
    this.#byHost.set(host, fields);
  }
}

/** BSD's syslogd, macOS (`--- … ---`), busybox. */
const repeatPattern = /^(?:-{2,3} ?)?last message repeated (\d{1,7}) times?(?: ?-{2,3})?$/i;

/** The line is the daemon's, which may put the tag of the message in front, not a program's that quotes one. */
function speaksOf({ program }: LineFields, last: LineFields): boolean {
  return program === undefined || program === last.program || /^(?:r?syslogd?|syslog-ng)$/.test(program);
}
