/** Languages that the page speaks, by their own names. One more: a file beside en.ts, a line here and in words.ts. */
export const languages = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof languages;

const key = "vigie.language";

/**
 * The one that the reader chose, or else the first of his browser's that the page speaks. It stays the same until the
 * page is loaded anew.
 */
export const language: Language = readChoice() ?? languageOf(navigator.languages) ?? "en";

/** Those that could be chosen instead. */
export const otherLanguages = (Object.entries(languages) as [Language, string][]).filter(([code]) => code !== language);

/** Everything on the page is written anew in it, so the page is loaded anew; what its address says stays. */
export function chooseLanguage(chosen: Language | undefined): void {
  if (chosen === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, chosen);
  const next = chosen ?? languageOf(navigator.languages) ?? "en";
  if (next !== language) location.reload();
}

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code);
}

/** Of a list such as `["de-AT", "en"]`, in its order. */
function languageOf(wanted: readonly string[]): Language | undefined {
  return wanted.map((tag) => tag.split("-")[0]!.toLowerCase()).find(isLanguage);
}

function readChoice(): Language | undefined {
  const chosen = localStorage.getItem(key);
  return chosen !== null && isLanguage(chosen) ? chosen : undefined;
}
