import createBidi from "bidi-js";
import type { PlacedGlyph } from "./font-face.ts";
import type { Style } from "./font-files.ts";
import { type FontSet, isIgnorable } from "./font-set.ts";

/** One line, from left to right as it is drawn. */
export interface TextLine {
  glyphs: PlacedGlyph[];
  /** Thousandths of the size. */
  width: number;
  /** Set when the glyphs alone do not give the text: joined, reversed, or in no font. */
  meaning: string | undefined;
}

/** Lays out one line: directions by the Unicode algorithm, joined scripts by the tables of their font. */
export function layOutLine(text: string, style: Style, fonts: FontSet): TextLine {
  if (!isComplex.test(text)) return plainLine(text, style, fonts);
  const levels = bidi.getEmbeddingLevels(text);
  const runs = orderedRuns(text, levels.levels);
  const glyphs = runs.flatMap((run) => shapeRun(run.text, run.isRightToLeft, style, fonts));
  return {
    glyphs,
    width: widthOf(glyphs),
    // Readers reorder right-to-left text by themselves, and would reverse a text that is in order.
    meaning: runs.some(({ isRightToLeft }) => isRightToLeft) ? undefined : text,
  };
}

const bidi = createBidi();

/**
 * From the first character that combines with others, is written from right to left, or joins: marks, Hebrew to the
 * scripts of India, Thai to Myanmar, invisible characters, presentation forms, and those beyond the first 65,536, such
 * as emoji.
 */
const isComplex =
  /[\u0300-\u036f]|[\ufe00-\ufe0f]|[\u20d0-\u20ff]|[\u0590-\u0eff\u1000-\u109f\u1780-\u17ff\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufb1d-\ufdff\ufe70-\ufeff\ud800-\udfff]/;

function plainLine(text: string, style: Style, fonts: FontSet): TextLine {
  const glyphs: PlacedGlyph[] = [];
  let isTold = true;
  for (let i = 0; i < text.length; i++) {
    const glyph = fonts.plainGlyph(text.charCodeAt(i), style);
    if (glyph.number === 0) isTold = false;
    glyphs.push(glyph);
  }
  return { glyphs, width: widthOf(glyphs), meaning: isTold ? undefined : text };
}

function widthOf(glyphs: readonly PlacedGlyph[]): number {
  let width = 0;
  for (const { advance } of glyphs) width += advance;
  return width;
}

interface Run {
  text: string;
  isRightToLeft: boolean;
}

/**
 * Runs of one level, ordered as they are drawn (rule L2): from the highest level down, all runs of at least that level
 * are reversed.
 */
function orderedRuns(text: string, levels: Uint8Array): Run[] {
  const runs: { start: number; end: number; level: number }[] = [];
  for (let i = 0; i < text.length; i++) {
    const last = runs.at(-1);
    if (last?.level === levels[i]) last!.end = i + 1;
    else runs.push({ start: i, end: i + 1, level: levels[i]! });
  }
  const highest = runs.reduce((most, { level }) => Math.max(most, level), 0);
  for (let level = highest; level >= 1; level--)
    for (let from = 0; from < runs.length; from++) {
      if (runs[from]!.level < level) continue;
      let to = from;
      while (to < runs.length && runs[to]!.level >= level) to++;
      runs.splice(from, to - from, ...runs.slice(from, to).reverse());
      from = to;
    }
  return runs.map(({ start, end, level }) => ({ text: text.slice(start, end), isRightToLeft: level % 2 === 1 }));
}

/** Parts that one font draws, each shaped by it. */
function shapeRun(text: string, isRightToLeft: boolean, style: Style, fonts: FontSet): PlacedGlyph[] {
  const parts: { face: PlacedGlyph["face"]; text: string }[] = [];
  for (const sign of text) {
    const codePoint = sign.codePointAt(0)!;
    const last = parts.at(-1);
    const face = last && belongsToOthers(sign, codePoint) ? last.face : fonts.faceFor(codePoint, style);
    const shown = isRightToLeft ? (bidi.getMirroredCharacter(sign) ?? sign) : sign;
    if (last?.face === face) last.text += shown;
    else parts.push({ face, text: shown });
  }
  if (isRightToLeft) parts.reverse();
  return parts.flatMap(({ face, text }) => face.shape(text, isRightToLeft ? "rtl" : "ltr"));
}

/** The font of the base character also draws its marks and joiners. */
function belongsToOthers(sign: string, codePoint: number): boolean {
  return isIgnorable(codePoint) || mark.test(sign) || (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff);
}

export const mark = /\p{M}/u;
