import { fillTemplate } from "../../eventstore/event/event-template.ts";

/**
 * Fills a user's template in, or one that is vigie's own (`own`): there no sign or space is left beside a value that is
 * missing, as host and program of an absence are.
 */
export function fillSentence(template: string, own: string, valueFor: (name: string) => string): string {
  if (template !== own) return fillTemplate(template, valueFor);
  let sentence = "";
  for (const [, name, gap] of own.matchAll(/\$\{(\w+)\}([^$]*)/g)) {
    const value = valueFor(name!);
    if (value !== "") sentence += value + gap!;
    else if (gap!.trim() !== "" && /[^\s:] $/.test(sentence)) sentence = sentence.trimEnd() + gap;
  }
  return sentence.replace(/[\s:]+$/, "");
}

/** A text as it stands inside the quotes of JSON. */
export function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** One line, for titles and subjects: control characters and line ends become spaces. */
export function oneLine(text: string, charactersMax: number): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
  return [...line.slice(0, charactersMax * 2)].slice(0, charactersMax).join("");
}
