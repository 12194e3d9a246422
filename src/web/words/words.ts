import { complete, type Incomplete } from "./complete.ts";
import type { Words } from "./en.ts";
import { type Language, language } from "./language.ts";

/** A language may lack texts; these are said in English, whose catalogue is then read, too. */
const catalogues: Record<Language, () => Promise<Incomplete<Words>>> = {
  en: async () => (await import("./en.ts")).en,
  de: async () => (await import("./de.ts")).de,
};

/** Held to be so by the compiler, so that nothing else is read for them. */
const isWhole: Record<Language, boolean> = { en: true, de: true };

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
  const found = await catalogues[language]();
  Object.assign(words, isWhole[language] ? found : complete(found, (await import("./en.ts")).en));
}
