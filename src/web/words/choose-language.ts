import { type Language, language, languageKey, ofBrowser } from "./language.ts";

/** Reloads the page, since all of its texts change; its address stays. Undefined: the browser's language. */
export function chooseLanguage(chosen: Language | undefined): void {
  if (chosen === undefined) localStorage.removeItem(languageKey);
  else localStorage.setItem(languageKey, chosen);
  if ((chosen ?? ofBrowser()) !== language) location.reload();
}
