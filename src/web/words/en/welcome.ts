import { plural, writeNumber } from "../formats.ts";

/** Sending the first events. */
export const welcome = {
  title: "Send events",
  waiting: "Waiting for the next event…",
  received: (count: number) =>
    `Received: ${plural(count, { one: "# event", other: "# events" })} since you opened this page.`,
  lookAtThem: "Look at them",
  token: {
    title: "1. A token",
    text: "Senders show a token; it can send and nothing else.",
    make: "Make one",
    what: "The token",
    once: "It is shown this once, and filled in below.",
    description: "made on the page for sending events",
  },
  sender: {
    title: "2. A sender",
    senders: "Senders",
    /** Its requirements stand behind it. */
    needs: "It needs",
    needsStart: "It needs vigie to be started with",
    what: "The text",
    /** The service's words about a sender, in English. */
    ofService: (text: string) => text,
  },
  copy: "Copy",
  copyOne: (what: string) => `Copy: ${what.toLowerCase()}`,
  file: {
    title: "Or a file",
    label: "Upload a log file",
    drop: "Drop log files here: plain, .gz or .zst",
    file: "Log file",
    choose: "Choose files",
    uploaded: (name: string) => `Uploaded of ${name}`,
    waiting: (name: string) => `${name} waits for its turn`,
    stop: "Stop",
    stopOf: (name: string) => `Stop ${name}`,
    resume: "Go on",
    resumeOf: (name: string) => `Go on with ${name}`,
    failed: (name: string) => `${name} was not uploaded to its end.`,
    cannotRead: (name: string) => `${name} cannot be read: it is a folder, or it was moved or changed meanwhile.`,
    packedAs: (name: string, packing: string) =>
      `${name} is packed as ${packing}, which vigie does not unpack. Upload the log files in it: plain, .gz or .zst.`,
    noText: (name: string) => `${name} is no text: it has bytes that no log file has. Nothing of it was sent.`,
    tooLarge: (name: string) =>
      `${name} is one JSON value of more than 16 MiB. Give it as one event a line, such as by: jq -c '.[]'`,
    damaged: (name: string) => `${name} is damaged, or ends too early. What was read before that is stored.`,
    toIt: "Look at it",
    onTheirWay: (count: number) => `${plural(count, { one: "# file is", other: "# files are" })} on the way.`,
    storedSoFar: (count: number, name: string) =>
      `${plural(count, { one: "# event", other: "# events" })} of ${name} ${count === 1 ? "is" : "are"} stored so far`,
    stored: (count: number, name: string) =>
      `${plural(count, { one: "# event", other: "# events" })} of ${name} ${count === 1 ? "is" : "are"} stored`,
    notTaken: (count: number) => `, ${plural(count, { one: "# line was", other: "# lines were" })} not taken`,
  },
  samples: {
    title: "Or samples",
    text: "The last hour of a small shop: a web server, logins, and a database that is away for five minutes.",
    store: "Store samples",
    stored: (count: number) => `${writeNumber(count)} events are stored.`,
  },
  found: {
    times: "Times",
    hosts: "Hosts",
    programs: "Programs",
    fields: "Fields",
    noFields: "none but the message",
    noTime: "No time",
    noTimeText: (count: number) => `${writeNumber(count)} lines, stored under the time they came`,
    tooOld: "Too old",
    tooOldText: (count: number) => `${writeNumber(count)}, stored under the time they came`,
    cut: "Cut",
    cutText: (count: number) => `${writeNumber(count)} were longer than an event may be`,
    note: "Note",
    more: (names: string, count: number) => `${names} and ${count} more`,
  },
};
