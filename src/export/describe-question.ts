import { severityNames } from "../eventstore/event/event.ts";
import type { Condition, Scalar } from "../filter/condition/condition.ts";
import type { FilterElement } from "../filter/condition/filter-element.ts";

/** The subject of a question, in words. */
export interface QuestionInWords {
  /** Short, without the filter. */
  title: string;
  /** The whole question as a sentence. */
  sentence: string;
}

type Params = Readonly<Record<string, unknown>>;

/** A question in the words of people. `params` are normalised. */
export function describeQuestion(type: string, params: Params): QuestionInWords {
  const title = (titles[type] ?? (() => type))(params);
  const subject = (subjects[type] ?? (() => title))(params);
  return { title, sentence: `${subject}${filterWords(params)}${(endings[type] ?? (() => ""))(params)}.` };
}

const titles: Readonly<Record<string, (params: Params) => string>> = {
  Search: () => "Events",
  TopN: ({ field, limit }) => `Top ${limit} of ${field}`,
  LastN: ({ field, limit }) => `Last ${limit} of ${field}`,
  EventRate: () => "Event rate",
  Stats: (params) => statisticsTitle(params),
  Around: ({ id }) => `Events around ${id}`,
  Patterns: ({ limit, order }) => `${patternOrders[String(order)] ?? "Patterns"}, at most ${limit}`,
  Changes: ({ by }) => `What changed, by ${by}`,
  Differences: () => "What is special",
  ProcessingStats: () => "What came in",
  StorageStats: () => "What is stored",
  LossLedger: () => "Who sent what, and what became of it",
  System_CPU: () => "Processors of the host",
  System_Memory: () => "Memory of the host",
  System_DF: () => "Disk space of the host",
  System_IOPS: () => "Disks of the host",
  System_Network: () => "Network of the host",
};

const subjects: Readonly<Record<string, (params: Params) => string>> = {
  Search: () => "Events",
  TopN: ({ field, limit }) => `The ${limit} most frequent values of ${field} in events`,
  LastN: ({ field, limit }) => `The ${limit} values of ${field} that were seen last in events`,
  EventRate: () => "Occurrences in each step of time, of events",
  Stats: (params) => `${statisticsTitle(params)} of events`,
  Around: (params) => aroundSubject(params),
  Differences: () => "Values that distinguish a selection from the rest, in events",
  Changes: ({ by }) => `Values of ${by} that became more or less frequent than before, in events`,
  Patterns: ({ limit, order }) =>
    `${patternOrders[String(order)] ?? "Patterns"} of messages, at most ${limit}, in events`,
  StorageStats: () => "Stored events",
};

const endings: Readonly<Record<string, (params: Params) => string>> = {
  Search: ({ sort }) => sortWords[String(sort)] ?? "",
  TopN: (params) => topEnding(params),
};

const sortWords: Readonly<Record<string, string>> = {
  "-last_occurrence": ", the latest first",
  last_occurrence: ", the earliest first",
  "-first_occurrence": ", the latest first occurrence first",
  first_occurrence: ", the earliest first occurrence first",
  "-counter": ", the most frequent first",
  counter: ", the rarest first",
};

const patternOrders: Readonly<Record<string, string>> = {
  count: "Most frequent patterns",
  bytes: "Largest patterns",
  newest: "Newest patterns",
  oldest: "Oldest patterns",
  rarest: "Rarest patterns",
};

function statisticsTitle({ functions, field, by }: Params): string {
  const [names, groups] = [listOf(functions), listOf(by)];
  const measured = field === undefined ? names.join(", ") : `${names.join(", ")} of ${field}`;
  const title = groups.length === 0 ? measured : `${measured} by ${groups.join(" and ")}`;
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function aroundSubject({ id, before, after, same }: Params): string {
  const fields = listOf(same);
  const alike = fields.length === 0 ? "" : ` with the same ${fields.join(" and ")}`;
  return `Event ${id} with the ${before} events before and the ${after} behind it${alike}, of events`;
}

function topEnding({ subfields, subfields_limit, with_subperiods }: Params): string {
  const fields = listOf(subfields);
  const companions =
    fields.length === 0 ? "" : `, each with its ${subfields_limit} most frequent values of ${fields.join(" and ")}`;
  return `${companions}${with_subperiods === true ? ", in all and in each step" : ""}`;
}

function filterWords({ filter, q }: Params): string {
  const words = ((filter as FilterElement[] | undefined) ?? []).map(elementWords);
  if (typeof q === "string" && q.trim() !== "") words.push(`which match ${q.trim()}`);
  if (words.length === 0) return "";
  return ` ${words.length > 1 || words[0]!.startsWith("which") ? words.join(" and ") : words[0]}`;
}

function elementWords(element: FilterElement): string {
  if ("field" in element) return conditionWords(element);
  if ("not" in element) return `not ${groupWords([element.not], "and")}`;
  return "any" in element ? groupWords(element.any, "or") : groupWords(element.all, "and");
}

function groupWords(elements: readonly FilterElement[], between: "and" | "or"): string {
  return `(${elements.map(elementWords).join(` ${between} `)})`;
}

function conditionWords({ field, op, value }: Condition): string {
  const values = Array.isArray(value) ? value : [value];
  if (values.length === 1 && values[0] === "*") return op === "ne" ? `without ${field}` : `with ${field}`;
  const listed = values.map((one) => valueWords(field, one)).join(op === "ne" || op === "!~" ? " nor " : " or ");
  return `where ${field} ${verbs[op]} ${listed}`;
}

const verbs: Readonly<Record<Condition["op"], string>> = {
  eq: "is",
  ne: "is not",
  lt: "is below",
  le: "is at most",
  gt: "is above",
  ge: "is at least",
  qp: "has the words",
  "=~": "matches",
  "!~": "does not match",
};

function valueWords(field: string, value: Scalar): string {
  const name = field === "severity" ? severityNames[Number(value)] : undefined;
  if (name !== undefined) return `${value} (${name})`;
  return typeof value === "string" ? `"${value}"` : String(value);
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
