import type { Output } from "../document/output.ts";
import type { Answer } from "./answer.ts";

/** The results as they were answered; of a search an array of events, one a line. */
export function writeJson({ content }: Answer, output: Output): void {
  if ("json" in content) {
    output.writeBytes(content.json);
    return;
  }
  let separator = "[\n";
  for (const event of content.events) {
    output.write(separator + JSON.stringify(event));
    separator = ",\n";
  }
  output.write(separator === "[\n" ? "[]\n" : "\n]\n");
}
