/** A question of the query engine, not checked yet. */
export interface AskedQuestion {
  type: string;
  params: Record<string, unknown>;
}

/** Common questions of people: the newest events, those with a word, the most frequent hosts, counts over time. */
export const typicalQuestions: readonly AskedQuestion[] = [
  { type: "Search", params: { time_range: { preset: "last_24_hours" } } },
  { type: "Search", params: { time_range: { preset: "last_24_hours" }, q: "timeout" } },
  { type: "TopN", params: { time_range: { preset: "last_24_hours" }, field: "host" } },
  { type: "EventRate", params: { time_range: { preset: "last_24_hours" } } },
];

/** The cost of a question apart from events: its range has none. */
export const emptyQuestion: AskedQuestion = {
  type: "TopN",
  params: { time_range: { ts_from: 1, ts_to: 2 }, field: "host" },
};
