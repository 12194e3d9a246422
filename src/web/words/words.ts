import type { Words } from "./en.ts";
import { type Language, language } from "./language.ts";

const catalogues: Record<Language, () => Promise<Words>> = {
  en: async () => (await import("./en.ts")).en,
  de: async () => (await import("./de.ts")).de,
};

/**
 * Everything that pages say, in the reader's language. It is there before a page is drawn: `pages.ts` waits for it. A
 * text with numbers is a function, so that each language puts them where it wants and knows its own plurals.
 */
export const words = {} as Words;

let loaded: Promise<unknown> | undefined;

export function loadWords(): Promise<unknown> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<void> {
  document.documentElement.lang = language;
  Object.assign(words, await catalogues[language]());
}
