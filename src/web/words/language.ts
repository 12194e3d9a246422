/** Languages that the page speaks, by their own names. One more: a file beside en.ts, a line here and in words.ts. */
export const languages = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof languages;

/** Key of the choice in localStorage. */
export const languageKey = "vigie.language";

/**
 * The one that the reader chose, or else the first of his browser's that the page speaks. It stays the same until the
 * page is loaded anew.
 */
export const language: Language = readChoice() ?? ofBrowser();

/** Languages that could be chosen instead. */
export const otherLanguages = (Object.entries(languages) as [Language, string][]).filter(([code]) => code !== language);

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code);
}

/** The first of the browser's languages that the page speaks, such as German for `["de-AT", "en"]`; else English. */
export function ofBrowser(): Language {
  const { languages: wanted = ["en"] } = navigator;
  return wanted.map((tag) => tag.split("-")[0]!.toLowerCase()).find(isLanguage) ?? "en";
}

function readChoice(): Language | undefined {
  const chosen = localStorage.getItem(languageKey);
  return chosen !== null && isLanguage(chosen) ? chosen : undefined;
}
