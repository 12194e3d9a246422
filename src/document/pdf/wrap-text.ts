import { readableText } from "../readable-text.ts";
import type { Style } from "./font-files.ts";
import { type FontSet, isIgnorable } from "./font-set.ts";
import { mark } from "./text-line.ts";

/**
 * Breaks a text into lines of at most `widthMax` thousandths of its size: between words, or within a word that is too
 * long.
 */
export function wrapText(text: string, style: Style, fonts: FontSet, widthMax: number, linesMax: number): string[] {
  const lines: string[] = [];
  for (const paragraph of readableText(text).split(/[\n\u2028\u2029]/)) {
    let rest = paragraph;
    do {
      if (lines.length === linesMax) {
        lines[linesMax - 1] = `${lines[linesMax - 1]!.slice(0, -1)}…`;
        return lines;
      }
      const end = lineEnd(rest, style, fonts, widthMax);
      lines.push(rest.slice(0, end).trimEnd());
      rest = rest.slice(end).trimStart();
    } while (rest !== "");
  }
  return lines;
}

/** Thousandths of the size, before anything is joined. */
export function measureText(text: string, style: Style, fonts: FontSet): number {
  let width = 0;
  for (const sign of text) width += fonts.advanceOf(sign.codePointAt(0)!, style);
  return width;
}

function lineEnd(text: string, style: Style, fonts: FontSet, widthMax: number): number {
  let width = 0;
  let at = 0;
  let wordEnd = 0;
  let before = "";
  for (const sign of text) {
    const codePoint = sign.codePointAt(0)!;
    width += fonts.advanceOf(codePoint, style);
    const canBreak = !isIgnorable(codePoint) && !mark.test(sign) && before !== "\u200d";
    if (before === " " || (canBreak && (isWide(codePoint) || breakAfter.test(before)))) wordEnd = at;
    if (width > widthMax && sign !== " " && at > 0 && canBreak) return wordEnd > 0 ? wordEnd : at;
    at += sign.length;
    before = sign;
  }
  return text.length;
}

const breakAfter = /[,;|&?]/;

/** A line can break anywhere between Chinese, Japanese and Korean characters. */
function isWide(codePoint: number): boolean {
  return (codePoint >= 0x2e80 && codePoint < 0xd800) || (codePoint >= 0xf900 && codePoint < 0xfb00);
}
