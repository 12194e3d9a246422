import * as z from "zod";

/** The types of a widget: every kind of query. */
export const widgetTypes = [
  "Search",
  "TopN",
  "LastN",
  "EventRate",
  "Stats",
  "Around",
  "Patterns",
  "Changes",
  "Differences",
  "ProcessingStats",
  "StorageStats",
  "LossLedger",
  "Tasks",
  "Notifications",
  "System_CPU",
  "System_Memory",
  "System_DF",
  "System_IOPS",
  "System_Network",
] as const;
export type WidgetType = (typeof widgetTypes)[number];

/** Both spellings are accepted and mean the same; a widget is answered in the one of its creation. */
export const widgetTypeField = z.enum([...widgetTypes, ...widgetTypes.map((type) => `${type}Query` as const)], {
  error: ({ input }) =>
    input === undefined
      ? "This field is required."
      : `Expected one of ${widgetTypes.join(", ")}, with or without "Query" behind, got ${JSON.stringify(input).slice(0, 60)}.`,
});

/** The type without the ending "Query". */
export function plainType(type: string): WidgetType {
  return type.replace(/Query$/, "") as WidgetType;
}
