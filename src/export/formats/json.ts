import type { Output } from "../../document/output.ts";
import type { Answer } from "../answer.ts";
import { writeJsonEvents } from "./json-events.ts";

/** The results in the form of the answer; for a search an array of events, one a line. */
export function writeJson({ content, timezone }: Answer, output: Output): void {
  if ("json" in content) {
    output.writeBytes(content.json);
    return;
  }
  if (content.batches) {
    writeJsonEvents(content.batches, timezone, output);
    return;
  }
  let separator = "[\n";
  for (const event of content.events) {
    output.write(separator + JSON.stringify(event));
    separator = ",\n";
  }
  output.write(separator === "[\n" ? "[]\n" : "\n]\n");
}
