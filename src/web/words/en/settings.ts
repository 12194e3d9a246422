import { plural } from "../formats.ts";

export const settings = {
  title: "Settings",
  hint: "They hold at once, and over restarts. All other settings are given at the start.",
  kept: "How much is kept",
  days: "Days of events",
  daysHint: "0: all days",
  gigabytes: "GB of event files",
  gigabytesHint: "0: no bound; beyond it the oldest day goes first",
  quotas: "How much one address may send",
  megabytes: "MB over HTTP a day",
  megabytesHint: "0: no bound. Tokens have bounds of their own.",
  fixed: "The start says this, by a flag, the environment or the settings file. It is changed there.",
  onlySuperusers: "Only superusers change these.",
  saved: "The settings hold from now on.",
  deletes: "This deletes events",
  deletesText: (days: number, bytes: string) =>
    plural(days, {
      one: `1 day of events, ${bytes}, is deleted at once. It cannot be undone.`,
      other: `# days of events, ${bytes}, are deleted at once. It cannot be undone.`,
    }),
  deleteDays: "Save, and delete them",
};
