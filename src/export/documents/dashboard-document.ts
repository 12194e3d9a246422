import { numberText, timeText } from "../../document/cell-text.ts";
import type { Block, Document, PlainBlock } from "../../document/document.ts";
import type { Medium } from "./answer-document.ts";
import { layOut } from "./dashboard-layout.ts";
import type { AnsweredWidget, DashboardOrder } from "./dashboard-order.ts";
import { widgetBlocks } from "./widget-blocks.ts";

/** A dashboard as on the screen: widgets side by side there are side by side on the page. */
export function dashboardDocument(order: DashboardOrder, medium: Medium): Document {
  const { title, baseTime, timezone, widgets, missingDays } = order;
  const blocksOf = (widget: AnsweredWidget, isBeside: boolean): PlainBlock[] => [
    { kind: "heading", text: widget.title },
    ...noteOf(widget, order),
    ...widgetBlocks(widget, order, { medium, isBeside }),
  ];
  return {
    title,
    createdAt: baseTime,
    timezone,
    orientation: "landscape",
    blocks: [
      {
        kind: "facts",
        facts: [
          { name: "Answered", value: `${timeText(baseTime, timezone)} (${timezone}), all from this instant` },
          { name: "Widgets", value: numberText(widgets.length) },
        ],
      },
      ...warningsOf(missingDays),
      ...layOut(widgets).flatMap((cells): Block[] => {
        const [only, ...beside] = cells;
        if (beside.length === 0) return only?.widget === undefined ? [] : blocksOf(only.widget, false);
        const blocks = cells.map(({ widget }) => (widget === undefined ? [] : blocksOf(widget, true)));
        return [{ kind: "row", cells: cells.map(({ columns }, i) => ({ columns, blocks: blocks[i]! })) }];
      }),
    ],
  };
}

/** The description by the widget's maker, and its subject. */
function noteOf({ config, span }: AnsweredWidget, { timezone }: DashboardOrder): PlainBlock[] {
  const notes = [
    ...(typeof config.description === "string" && config.description.trim() !== "" ? [config.description.trim()] : []),
    ...(span === undefined ? [] : [`${timeText(span.from, timezone)} to ${timeText(span.to, timezone)}`]),
  ];
  return notes.map((text) => ({ kind: "paragraph", style: "note", text }));
}

function warningsOf(missingDays: readonly string[]): Block[] {
  if (missingDays.length === 0) return [];
  const text = `Events of these days could not be read and are missing here: ${missingDays.join(", ")}.`;
  return [{ kind: "paragraph", style: "warning", text }];
}
