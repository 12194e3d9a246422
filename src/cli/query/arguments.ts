export const queryArgument = {
  query: {
    type: "positional",
    required: false,
    description: "Which events, as one line of the query language (all)",
  },
} as const;

/** The time range of a question. */
export const timeArguments = {
  last: { type: "string", valueHint: "SPAN", description: "90s, 15m, 1h30m, 24h, 7d, 2w, 3mo (1h)" },
  from: {
    type: "string",
    valueHint: "TIME",
    description: "From this time on: 2026-11-21, '2026-11-21 09:00', 14:00, yesterday, '1 hour ago', -1h",
  },
  to: { type: "string", valueHint: "TIME", description: "Before this time (now)" },
  all: { type: "boolean", description: "From the first event to the last" },
  timezone: { type: "string", valueHint: "ZONE", description: "Zone of the times given and shown (this machine's)" },
} as const;

/** The filter and time range: the same for every command that asks questions. */
export const questionArguments = {
  top: { type: "string", valueHint: "FIELD", description: "The most frequent values of a field" },
  "last-of": { type: "string", valueHint: "FIELD", description: "The values of a field that were seen last" },
  rate: {
    type: "string",
    valueHint: "[STEP]",
    description: "Occurrences in each step, such as 60, 5m or 1h (auto)",
    optionalValue: true,
  },
  stats: {
    type: "string",
    valueHint: "FIELD",
    description: "Count, minimum, average, p50, p95 and maximum of a number",
  },
  by: {
    type: "string",
    valueHint: "FIELDS",
    description: "With --stats: by each value of these, such as host,program",
  },
  around: { type: "string", valueHint: "ID", description: "The events before and after one, at any time" },
  same: {
    type: "string",
    valueHint: "FIELDS",
    description: "With --around: only neighbours with the same values of these, such as host,program",
  },
  oldest: { type: "boolean", description: "The oldest events first, not the newest" },
  ...timeArguments,
  limit: {
    type: "string",
    alias: "n",
    valueHint: "N",
    description: "Rows (20 events, 10 values, 10 on each side of --around)",
  },
} as const;
