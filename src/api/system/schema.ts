import * as z from "zod";
import { integerParameter } from "../../http/parameters.ts";
import { damagedDay } from "../../query/parse/warnings.ts";
import { defaultMinutes, minutesMax } from "./limits.ts";

const byWeight = z.object({
  light: z.int().describe("Questions that read little; heavy ones never take all threads from them."),
  heavy: z.int(),
});

const loss = z
  .object({
    rejected: z.int().describe("Not stored: not understood."),
    over_quota: z.int().describe("Not taken: their sender has sent more than it may."),
    too_large: z.int().describe("Messages not taken: larger than they may be."),
    cut: z.int().describe("Stored, with a text that was too long cut."),
    out_of_time: z.int().describe("Stored under the time of arrival, for their own was too old or ahead."),
    overload: z.int().describe("Not taken: too much at once."),
    disk_full: z.int().describe("Not stored: no room."),
    rule_dropped: z.int().describe("Not stored: a parser rule said so."),
    udp_dropped: z.int().describe("Not stored: came faster over UDP than they could be read."),
    without_time: z
      .int()
      .describe("Stored under the time of arrival, for no time was found in their lines, or none that is understood."),
    rule_overwrote: z.int().describe("Stored, with a field or tag of the sender overwritten by a user's parser rule."),
  })
  .describe("Events not stored as they came, by cause, since the first start.");

const refused = z.object({
  deliveries: z.int(),
  bytes: z.int().describe("As they were sent, so far as the sender had said, or they had come."),
});
const uncounted = z
  .object({
    rejected: refused.describe("Not understood as a whole."),
    too_large: refused.describe("Larger than they may be."),
    over_quota: refused.describe("Their sender has sent more than it may."),
    overload: refused.describe("Too much at once."),
    disk_full: refused.describe("No room."),
    unauthorized: refused.describe("Without a valid token."),
  })
  .describe(
    "Deliveries refused before the events in them were counted, since the first start, by cause; most senders send them again. They are in none of the counts of events: what was sent is stored, lost by a cause, or in one of these.",
  );

const storage = z.object({
  free_bytes: z.int().describe("Bytes that may still be written in the file system of the data folder."),
  is_full: z.boolean().describe("Too few are free: events and other writes are refused."),
  sealed_bytes: z.int().describe("Bytes of the files of all days."),
  kept: z
    .object({
      retention_days: z.int().describe("Days of events that are kept; 0: all."),
      retention_bytes: z.int().describe("Bytes of event files that are kept; 0: no bound."),
      min_free_bytes: z.int().describe("Free bytes below which events are refused."),
    })
    .describe("What the settings say."),
  forecast: z
    .object({
      bytes_per_day: z.int().nullable().describe("Stored a day, on average over the last 7; null: nothing is sealed."),
      full_at: z
        .int()
        .nullable()
        .describe("Epoch seconds; when the disk will be full. Null: never, as days are deleted in time, or not known."),
      deletes_from: z
        .int()
        .nullable()
        .describe("Time at which the oldest day will be deleted; null: none is, or not known."),
      deletes_because: z.enum(["age", "size"]).nullable().describe("Which bound it will reach."),
    })
    .describe("If as much is stored every day as in the last ones."),
  days: z
    .array(
      z.object({
        day: z.string().describe("YYYY-MM-DD, UTC."),
        events: z.int().describe("Events; each counts once."),
        occurrences: z.int().describe("Events with their repeats."),
        bytes: z.int().describe("Bytes of the day's file."),
        segments: z.int().describe("Pieces in the file; many small ones are merged over time."),
      }),
    )
    .describe("Sealed events by day, oldest day first."),
  tail: z
    .object({
      events: z.int().describe("Events on disk that are not in the file of their day yet."),
      bytes: z.int().describe("Bytes they take in memory."),
      segments: z.int(),
    })
    .describe("What came last."),
});

const ingest = z.object({
  events_per_second: z
    .object({ last_minute: z.number(), last_hour: z.number(), last_day: z.number() })
    .describe("Received per second on average, over the last 1, 60 and 1440 whole minutes."),
  minutes: z
    .array(
      z.object({
        ts_from: z.int().describe("Epoch seconds; begin of the minute."),
        new: z.int().describe("Stored as new events."),
        duplicates: z.int().describe("Stored as repeats of known events."),
        dropped: z.int().describe("Not stored, whatever the cause."),
        out_of_time: z.int().describe("Stored under their time of arrival."),
      }),
    )
    .describe("By the clock of arrival, oldest first, minutes without arrivals too; the last one is still running."),
});

export const system = z
  .object({
    version: z.string(),
    started_at: z.int().describe("Epoch seconds."),
    uptime_seconds: z.number().describe("Seconds since the start, also when the clock was set meanwhile."),
    received: z.int().describe("Events received since the first start: the stored ones and the lost ones."),
    stored: z.int().describe("Occurrences stored since the first start, also those that retention removed."),
    lost: z
      .int()
      .describe(
        "Received and not stored; by cause under loss, where cut, out_of_time, without_time and rule_overwrote are stored ones.",
      ),
    loss,
    uncounted,
    noisiest: z
      .array(
        z.object({
          protocol: z.string().describe("Their protocol: http, elasticsearch, syslog-udp …"),
          source: z
            .string()
            .describe("Address of the sender; empty: none, or the rest of a protocol that has too many."),
          token: z
            .string()
            .nullable()
            .describe('Short form of the key; null: none; "deleted": it is not there any more.'),
          received: z.int(),
          stored: z.int(),
          lost: z.int().describe("Received and not stored."),
          loss: z.record(z.string(), z.int()).describe("By cause, as in loss, those that are not 0."),
          uncounted: z.record(z.string(), refused).describe("By cause, as in uncounted, those that are not 0."),
        }),
      )
      .describe("The ten senders of the most events since the first start; all of them: a query of type LossLedger."),
    ingest,
    storage,
    damaged: z
      .array(damagedDay)
      .describe("Unreadable data that was set aside: files, or some events of a file whose others are shown."),
    parked: z
      .array(
        z.object({
          job: z
            .string()
            .describe(
              "sealing, merging, compaction, mending, retention, deleting, folding, listing, opening or upkeep.",
            ),
          day: z.string().describe("YYYY-MM-DD of the file that it is about; empty: of none."),
          error: z.string().describe("Why it failed the last time."),
          failures: z.int().describe("In a row."),
          since: z.int().describe("Epoch seconds of the first of these."),
        }),
      )
      .describe(
        "Work on the event files that failed time and again; it is tried ever later, and all other work goes on.",
      ),
    triggers: z
      .object({
        active: z.int().describe("Triggers switched on."),
        actions: z.int().describe("Tasks, notifications, mails and webhooks begun, by all triggers there are."),
        failed: z.int().describe("Mails and webhooks given up; each trigger says why."),
        dropped: z.int().describe("Actions that were too many and not even begun."),
        waiting: z.int().describe("Actions not begun yet."),
        owed: z.int().describe("Mails and webhooks not delivered yet."),
        failing: z
          .array(z.object({ id: z.int(), name: z.string(), error: z.string(), at: z.int() }))
          .describe("Triggers whose mails or webhooks failed within the last day, the last first; at most 20."),
      })
      .describe("Actions of triggers."),
    parser_rules: z
      .object({
        enabled: z.int().describe("Files of rules that are in force."),
        not_loaded: z
          .array(z.object({ file: z.string(), line: z.int().describe("0: the file as a whole."), reason: z.string() }))
          .describe("Files that could not be read and do nothing; at most 100."),
        switched_off: z
          .array(z.object({ file: z.string(), rule: z.string() }))
          .describe(
            "Rules that failed too often in a row; a change of the file, or switching it on, tries them again; at most 100.",
          ),
      })
      .describe("Rules that process events before they are stored."),
    process: z.object({
      memory_bytes: z.int().describe("Bytes of memory held by the process with all its threads."),
      cpu_seconds: z.number().describe("Seconds of processor time since the start, all threads together."),
      cpu_count: z.int().describe("Processors it may use."),
    }),
    connections: z
      .object({
        open: z.int().describe("Connections to the port of the API, this request's own among them."),
        half_open: z.int().describe("Those of them on which no request has come yet."),
        most: z.int().describe("Held at a time; beyond, half-open ones are ended first, then the longest idle ones."),
        most_per_address: z.int().describe("The same of one address."),
        most_streams: z
          .int()
          .describe("Held on all ports without HTTP together, such as syslog over TCP; 0 when none is open."),
        ended: z
          .object({ half_open: z.int(), idle: z.int() })
          .describe("Ended since the start: half-open too long or beyond a bound, and idle beyond a bound."),
        open_files_limit: z.int().describe("Files and connections that the system lets the process have open."),
      })
      .nullable()
      .describe("null where the system does not tell of connections and they are not bounded (other than Linux)."),
    threads: z
      .object({
        started: z.int().describe("Threads that are there now; idle ones end after a minute."),
        running: byWeight.describe("Questions in work."),
        waiting: byWeight.describe("Questions that wait for a thread."),
      })
      .describe("Threads of questions and exports; intake has a thread of its own."),
    large_work: z
      .object({
        most_bytes: z.int().describe("Memory that large pieces of work may take together."),
        taken_bytes: z.int().describe("What those in work took of it."),
        waiting: z.int().describe("Kinds of work that wait for their turn, and each large body that does."),
      })
      .describe("Bodies of many megabytes, heavy questions and exports: each begins when there is memory for it."),
  })
  .meta({ id: "System" });
export type System = z.output<typeof system>;

export const systemQuery = z.object({
  minutes: integerParameter(1, minutesMax)
    .transform((minutes) => minutes ?? defaultMinutes)
    .describe(`Whole minutes of arrivals to list, before the running one; default ${defaultMinutes}.`),
});
export type SystemQuery = z.output<typeof systemQuery>;
