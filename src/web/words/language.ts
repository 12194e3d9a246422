/** Languages that the page speaks, by their own names. One more: a file beside en.ts, a line here and in words.ts. */
export const languages = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof languages;

const key = "vigie.language";

/** The one that the reader chose. It stays the same until the page is loaded anew. */
export const language: Language = readChoice();

/** Those that could be chosen instead. */
export const otherLanguages = (Object.entries(languages) as [Language, string][]).filter(([code]) => code !== language);

/** Everything on the page is written anew in it, so the page is loaded anew; what its address says stays. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(key, chosen);
  location.reload();
}

function readChoice(): Language {
  const chosen = localStorage.getItem(key);
  return chosen !== null && Object.hasOwn(languages, chosen) ? (chosen as Language) : "en";
}
