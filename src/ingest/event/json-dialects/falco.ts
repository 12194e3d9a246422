import { copyOf, type Json, textOf } from "./json-values.ts";

/** An alert of Falco: its priority is a word, which ours may not be. */
export function translateFalco(json: Json): Json | undefined {
  const { output, priority, ...rest } = json;
  const isFalcos = [output, priority, rest.rule].every((value) => textOf(value) !== undefined);
  if (!isFalcos || rest.message !== undefined) return undefined;
  const event = copyOf(rest);
  event.message = output;
  event.level = priority;
  return event;
}
