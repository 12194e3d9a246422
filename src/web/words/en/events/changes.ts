/** The page of changes, and what is special about some events. */
export const changes = {
  title: "Changes",
  question: "Question",
  changed: "What changed",
  special: "What is special",
  among: "Among these events",
  about: "About these events",
  amongHint: "Among all events",
  amongLine: (line: string) => `Among ${line}`,
  amongAll: "Compare with all others again",
  aboutHint: "About which events? For one, severity<=3",
  with: "Compared with",
  against: "Against",
  bases: { before: "as long right before", day: "the day before", week: "the week before" },
  since: "Since the marker",
  marker: (id: number) => `marker ${id}`,
  noEvent: "There is no event in either time",
  nothing: "Nothing changed beyond chance",
  wider: "Choose a wider time, or fewer conditions.",
  allAlike: (count: string) => `${count} values were compared; all are as frequent as one would expect.`,
  /** Behind the number of them. */
  ofChanged: (all: string) => `of ${all} changed`,
  occurrences: (span: string) => `occurrences, ${span}`,
  ofThese: "of these",
  /** Before the number. */
  againstThat: "against",
  others: "others",
  what: "What is compared",
  patterns: "patterns",
  which: "About which events?",
  whichText:
    "A line above says which, for one severity<=3 or host:web-1. Then you see in what they differ from the rest.",
  compared: (values: string, fields: number, skipped: string) =>
    `${values} values of ${fields} fields were compared${skipped === "" ? "" : `; not of ${skipped}, which have too many different ones`}`,
};
