import { Output, type Written } from "../../document/output.ts";
import { type DocumentFormat, documentFormats, writeDocument } from "../../document/write-document.ts";
import { dashboardDocument } from "./dashboard-document.ts";
import type { AnsweredWidget, DashboardOrder } from "./dashboard-order.ts";

/** Leaves no file when it throws. In a worker thread. */
export async function writeDashboard(order: DashboardOrder): Promise<Written> {
  const output = new Output(order);
  const format = documentFormats.find((known): known is DocumentFormat => known === order.format);
  try {
    if (format === undefined) writeDashboardJson(order, output);
    else await writeDocument(format, dashboardDocument(order, format === "xlsx" ? "sheets" : "pages"), output);
    return output.finish();
  } catch (error) {
    output.discard();
    throw error;
  }
}

/** The questions with their results in the form of their answers, widget by widget. */
function writeDashboardJson({ title, baseTime, timezone, missingDays, widgets }: DashboardOrder, output: Output): void {
  const head = JSON.stringify({ title, base_time: baseTime, timezone, missing_days: missingDays });
  output.write(`${head.slice(0, -1)},\n"widgets":[`);
  for (const [index, widget] of widgets.entries()) {
    output.write(index === 0 ? "\n" : ",\n");
    writeWidget(widget, output);
  }
  output.write("\n]}\n");
}

function writeWidget({ title, type, params, answer }: AnsweredWidget, output: Output): void {
  const head = JSON.stringify({ title, type, params, error: typeof answer === "string" ? answer : null });
  output.write(`${head.slice(0, -1)},"results":`);
  if (typeof answer === "string") output.write("null");
  else output.writeBytes(answer);
  output.write("}");
}
