import * as z from "zod";
import { aboutService } from "../../notifications/about-service.ts";
import { task } from "../../tasks/task-view.ts";
import { event } from "./event-schema.ts";

const seconds = z.number().describe("Epoch seconds.");
const count = z.int().min(0);
const bounds = { ts_from: seconds, ts_to: seconds };

const geoip = z
  .object({
    country_code: z.string().optional().describe("ISO 3166-1, two capital letters."),
    country: z.string().optional(),
    city: z.string().optional(),
    latitude: z.number().optional(),
    longitude: z.number().optional(),
    asn: z.int().optional(),
    as_name: z.string().optional(),
  })
  .optional()
  .describe("With add_geoip_data; {} when the name is no public address.");

const namedCount = z.object({ name: z.string(), count });
const subfields = z.record(z.string(), z.array(namedCount)).optional().describe("By field, when they were asked for.");
const period = z.object({
  ...bounds,
  values: z.array(namedCount).describe("The most frequent values of this step."),
  total_values: z.array(namedCount).describe("The values of the totals, in their order, zeros too."),
  total_count: count,
});

const search = z.object({
  totals: z.object({ ...bounds, count: count.nullable(), total_count: count.nullable().optional() }),
  events: z.object({
    objects: z.array(event),
    item_count: count.nullable().describe("Null, like page_count, only with count = false."),
    page_count: z.int().min(1).nullable(),
    page_number: z.int().min(1),
    page_size: z.int().min(1),
    offset: count,
  }),
});

const topN = z.object({
  totals: z.object({
    ...bounds,
    values: z.array(namedCount.extend({ subfields, geoip })).describe("By count, descending; `other` last."),
    total_count: count.describe("Of all values, those that are not shown too."),
  }),
  details: z.array(period).optional().describe("Each step, with_subperiods."),
  top_periods: z.array(period).optional().describe("The steps with the most, with top_periods."),
});

const lastN = z.object({
  totals: z.object({
    ...bounds,
    values: z.array(namedCount.extend({ last_seen: seconds, geoip })).describe("By last_seen, descending."),
  }),
});

const eventRate = z.object({
  totals: z.object({
    ...bounds,
    sum: count,
    count: count.describe("Steps."),
    min: count,
    max: count,
    avg: z.number(),
    last: count,
    drill_up_time_range: z.object(bounds).nullable().describe("The next wider round range; null from a day up."),
  }),
  details: z.array(z.object({ ...bounds, count })).describe("Every step, zeros too."),
});

const around = z.object({
  totals: z.object(bounds),
  events: z.object({
    objects: z.array(event).describe("The oldest first."),
    index: count.describe("Position of the requested event in the list."),
  }),
});

const patterns = z.object({
  totals: z.object({
    ...bounds,
    count: count.describe("Of all patterns, also of those that are not listed."),
    pattern_count: count.describe("All patterns, also those of families and those that are not listed."),
    item_count: count.describe(
      "Patterns and families in all, of which `offset` and `limit` choose those that are listed.",
    ),
    values: z.array(
      z.object({
        id: z
          .string()
          .describe("For `pattern:<id>`; the same for the same kind of message everywhere and always. `f…`: a family."),
        text: z.string().describe("The common text of its messages, with <*> in place of their data."),
        count,
        share: z.number().describe("Of all occurrences in the answer, 0 to 1."),
        bytes: count
          .nullable()
          .describe("UTF-8 bytes of the messages of its events, before compression; null unless with_bytes."),
        first_seen: seconds.describe("In the range; so is last_seen."),
        last_seen: seconds,
        is_new: z
          .boolean()
          .nullable()
          .describe("Whether it did not occur in as long a time right before; null unless with_new, or nothing did."),
        severities: z.record(z.string(), count).describe("Occurrences by the name of their severity."),
        pattern_count: count.describe("How many patterns it stands for: 1, or those of the family."),
        example_id: z.string().describe("An event that has the last occurrence."),
        holes: z
          .array(
            z.object({
              distinct: count
                .nullable()
                .describe("Null: more than 10,000 different ones or so, which are not counted."),
              values: z.array(namedCount).describe("The most frequent ones, always with exact counts."),
              others_at_most: count
                .nullable()
                .describe(
                  "Where fewer are listed than were asked for, because there are very many different ones: no other value came more often.",
                ),
            }),
          )
          .optional()
          .describe("With hole_values: what stands in each hole, in their order."),
      }),
    ),
  }),
  details: z
    .array(
      z.object({
        ...bounds,
        values: z.array(z.object({ id: z.string(), count })).describe("In the order of the totals, zeros too."),
        total_count: count,
      }),
    )
    .optional()
    .describe("Each step, with_subperiods."),
});

const changes = z.object({
  totals: z.object({
    ...bounds,
    base_from: seconds,
    base_to: seconds,
    count: count.describe("Occurrences in the range."),
    base_count: count,
    volume_ratio: z.number().describe("By how much most values have changed; what is listed changed beyond it."),
    compared: count.describe("How many values were compared."),
    changed: count.describe("How many of them are surprising, also those beyond the limit."),
    values: z
      .array(
        z.object({
          id: z.string().optional().describe("By pattern; of another field it is `name`."),
          text: z.string().optional(),
          name: z.string().optional(),
          kind: z.enum(["new", "gone", "more", "less"]),
          count,
          base_count: count,
          expected: z.number().describe("Number to expect in the range by the base."),
          ratio: z.number().nullable().describe("count over expected; null of new ones."),
          p_value: z
            .number()
            .describe(
              "How likely so large a difference is when the rate is the same to a tenth: quasi-likelihood ratio of two rates.",
            ),
          adjusted_p_value: z.number().describe("The same for so many comparisons, after Benjamini and Hochberg."),
        }),
      )
      .describe("The most surprising first."),
  }),
});

const share = z.number().min(0).max(1);
const differences = z.object({
  totals: z.object({
    ...bounds,
    count: count.describe("Occurrences of the selection."),
    rest_count: count.describe("Of all others that meet the filter."),
    fields: count.describe("How many fields were tried."),
    skipped_fields: z.array(z.string()).describe("Fields that were not: they have too many different values."),
    compared: count.describe("How many values were compared."),
    different: count,
    values: z
      .array(
        z.object({
          field: z.string(),
          name: z.string(),
          text: z.string().optional().describe("Of a pattern."),
          kind: z.enum(["more", "less"]).describe("Than among the rest."),
          count,
          rest_count: count,
          share: share.describe("Of the selection's occurrences."),
          rest_share: share,
          ratio: z.number().nullable().describe("share over rest_share; null when the rest has none."),
          p_value: z
            .number()
            .describe(
              "By the likelihood ratio test of independence (G test); 1 where shares differ by less than a tenth.",
            ),
          adjusted_p_value: z.number().describe("The same for so many comparisons, after Benjamini and Hochberg."),
        }),
      )
      .describe("What distinguishes the most first."),
  }),
});

const stats = z.object({
  totals: z.object({
    ...bounds,
    values: z
      .array(z.object({ by: z.record(z.string(), z.string()) }).catchall(z.number().nullable()))
      .describe(
        "One for each combination of `by`, with one member for each function; null where there is no number. Numbers with a unit (`20ms`, `5MB`) are in seconds or bytes.",
      ),
  }),
});

const intakeCounts = z.object({
  ...bounds,
  new: count,
  duplicates: count,
  dropped: count,
  out_of_time: count,
  total: count,
});
const intake = z.object({ totals: intakeCounts, details: z.array(intakeCounts) });

const refusedDeliveries = z.object({ deliveries: count, bytes: count });
const ledger = z.object({
  totals: z.object({
    received: count.describe("Since the first start."),
    stored: count,
    lost: count.describe("Received and not stored."),
    loss: z.record(z.string(), count).describe("By cause, all of them; `/api/system` says what they mean."),
    uncounted: z
      .record(z.string(), refusedDeliveries)
      .describe("Deliveries refused before their events were counted, so in none of these counts; by cause."),
    values: z.array(
      z.object({
        protocol: z.string(),
        source: z.string().describe("Address of the sender; empty: none, or the rest of its protocol."),
        token: z.string().nullable().describe('Short form of the key; "deleted": it is not there any more.'),
        received: count,
        stored: count,
        lost: count,
        loss: z.record(z.string(), count).describe("By cause, those that are not 0."),
        uncounted: z.record(z.string(), refusedDeliveries).describe("By cause, those that are not 0."),
      }),
    ),
  }),
});

const number = z.number().nullable();
const system = z.object({
  totals: z
    .record(
      z.string(),
      z.object({ count, sum: z.number(), min: number, max: number, avg: number, last: number, last_ts: number }),
    )
    .describe("By metric, over all samples."),
  details: z.array(z.object(bounds).catchall(number)).describe("The averages of each step; null without a sample."),
  parts: z.array(z.string()).describe("What may be asked for, the whole first."),
});

const notification = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
  event_id: z.string().nullable(),
  about: aboutService.nullable(),
  link: z.string().nullable(),
  is_read: z.boolean(),
  created_at: z.int(),
});

/** The results of each kind of question, for the API's description. */
export const resultsSchema = z.union([
  search.meta({ id: "SearchResults" }),
  topN.meta({ id: "TopNResults" }),
  lastN.meta({ id: "LastNResults" }),
  eventRate.meta({ id: "EventRateResults" }),
  stats.meta({ id: "StatsResults" }),
  around.meta({ id: "AroundResults" }),
  patterns.meta({ id: "PatternsResults" }),
  changes.meta({ id: "ChangesResults" }),
  differences.meta({ id: "DifferencesResults" }),
  intake.meta({ id: "IntakeResults", description: "Of ProcessingStats and StorageStats." }),
  ledger.meta({ id: "LossLedgerResults" }),
  system.meta({ id: "SystemResults", description: "Of all kinds that begin with System_." }),
  z.array(task).describe("Of Tasks."),
  z.array(notification).describe("Of Notifications."),
]);
