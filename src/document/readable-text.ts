/**
 * Makes characters visible that neither a page nor XML can show: control characters become text such as \x1b, lone
 * surrogates the replacement character.
 */
export function readableText(text: string): string {
  if (!unreadable.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll("\t", "    ")
    .replaceAll(/[\ufffe\uffff]/g, "\ufffd")
    .replaceAll(/(?!\n)\p{Cc}/gu, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

const unreadable = /(?!\n)[\p{Cc}\p{Cs}\ufffe\uffff]/u;

/** Whether the first letter with a direction is written from right to left, and with it the whole text. */
export function isReadFromRight(text: string): boolean {
  return mayBeFromRight.test(text) && fromRight.test(firstDirected.exec(text)?.[0] ?? "");
}

const mayBeFromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;
const fromRight = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const firstDirected = /\p{L}/u;
