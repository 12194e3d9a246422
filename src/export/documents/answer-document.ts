import { numberText, timeText } from "../../document/cell-text.ts";
import type { Block, Document } from "../../document/document.ts";
import type { Answer } from "../answer.ts";
import { describeQuestion } from "../describe-question.ts";
import { resultsBlocks } from "./answer-blocks.ts";
import { eventsOnPages, eventsOnSheets } from "./event-document.ts";

/** For a spreadsheet, which has all fields, or for pages, which have those that people read. */
export type Medium = "sheets" | "pages";

/** An answer as a document: the question, its time, the results, and the question in a form that can be asked again. */
export function documentOf(answer: Answer, medium: Medium): Document {
  const { type, params, timezone, baseTime } = answer;
  const { title, sentence } = describeQuestion(type, params);
  const { before, tables } = blocksOf(answer, medium);
  return {
    title: answer.title ?? title,
    subtitle: sentence,
    createdAt: baseTime,
    timezone,
    orientation: type === "Search" || type === "Tasks" ? "landscape" : "portrait",
    blocks: [
      { kind: "facts", facts: factsOf(answer) },
      ...noticesOf(answer),
      ...before,
      ...tables,
      ...questionBlocks(answer),
    ],
  };
}

/** Tables come after all other results, because they may be long. */
function blocksOf(answer: Answer, medium: Medium): { before: Block[]; tables: Block[] } {
  const { content } = answer;
  const blocks = "json" in content ? resultsBlocks(answer, content) : eventBlocks(answer, medium);
  return {
    before: blocks.filter(({ kind }) => kind !== "table"),
    tables: blocks.filter(({ kind }) => kind === "table"),
  };
}

function eventBlocks({ content, itemCount, timezone }: Answer, medium: Medium): Block[] {
  if ("json" in content) throw new Error("these are results, not events");
  const table = medium === "sheets" ? eventsOnSheets(content, timezone) : eventsOnPages(content);
  return [{ kind: "table", table: { ...table, ...(itemCount !== undefined && { rowCount: itemCount }) } }];
}

function factsOf({ span, timezone, type, itemCount }: Answer): { name: string; value: string }[] {
  const facts = [{ name: "Kind of query", value: type }];
  if (span !== undefined) {
    const [from, to] = [timeText(span.from, timezone), timeText(span.to, timezone)];
    facts.push({ name: "Time range", value: `${from} to ${to} (${timezone})` });
  }
  if (itemCount !== undefined) facts.push({ name: "Events", value: numberText(itemCount) });
  return facts;
}

function noticesOf({ missingDays, isPartial, hasLater }: Answer): Block[] {
  const notices: string[] = [];
  if (missingDays.length > 0)
    notices.push(`Events of these days could not be read and are missing here: ${missingDays.join(", ")}.`);
  if (isPartial) notices.push("The query was stopped before it was finished: here is what it had found.");
  if (hasLater)
    notices.push("Some events may have occurrences here that came after the search: too many came to tell them apart.");
  return notices.map((text) => ({ kind: "paragraph", style: "warning", text }));
}

function questionBlocks({ type, params }: Answer): Block[] {
  return [
    { kind: "heading", text: "The question" },
    { kind: "paragraph", style: "note", text: "To ask it again, send this to POST /api/query:" },
    { kind: "paragraph", style: "code", text: JSON.stringify({ type, params }) },
  ];
}
