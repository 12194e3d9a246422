import { fillTemplate } from "../../eventstore/event/event-template.ts";

/**
 * Fills in a user's template, or one of vigie's own (`own`): there, the punctuation and spaces next to a missing value
 * are removed, too, because host and program are missing in an absence.
 */
export function fillSentence(template: string, own: string, valueFor: (name: string) => string): string {
  if (template !== own) return fillTemplate(template, valueFor);
  const places = [...own.matchAll(/\$\{(\w+)\}/g)];
  let sentence = own.slice(0, places[0]?.index);
  let valueEnd = sentence.length;
  let isMissing = false;
  for (const [i, { index, 0: place, 1: name }] of places.entries()) {
    const value = valueFor(name!);
    const gap = own.slice(index + place.length, places[i + 1]?.index);
    isMissing = value === "";
    if (!isMissing) {
      sentence += value;
      valueEnd = sentence.length;
      sentence += gap;
    } else if (gap.trim() !== "" && /[^\s:] $/.test(sentence)) sentence = sentence.slice(0, -1) + gap;
  }
  return isMissing ? sentence.slice(0, valueEnd) : sentence;
}

/**
 * Fills in a user's template, or one of vigie's own (`own`): there, a line is removed when all its values are missing.
 */
export function fillLines(template: string, own: string, valueFor: (name: string) => string): string {
  if (template !== own) return fillTemplate(template, valueFor);
  const lines = own.split("\n").filter((line) => {
    const names = [...line.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!);
    return names.length === 0 || names.some((name) => valueFor(name) !== "");
  });
  return fillTemplate(lines.join("\n"), valueFor);
}

/** A text in the form that it has inside the quotes of JSON. */
export function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** One line, for titles and subjects: control characters and line ends become spaces. */
export function oneLine(text: string, charactersMax: number): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
  return [...line.slice(0, charactersMax * 2)].slice(0, charactersMax).join("");
}
