import { type Language, language, languageKey, ofBrowser } from "./language.ts";

/**
 * Everything on the page is written anew in it, so the page is loaded anew; what its address says stays. Undefined: as
 * the browser says.
 */
export function chooseLanguage(chosen: Language | undefined): void {
  if (chosen === undefined) localStorage.removeItem(languageKey);
  else localStorage.setItem(languageKey, chosen);
  if ((chosen ?? ofBrowser()) !== language) location.reload();
}
