import { FontFace, type PlacedGlyph } from "./font-face.ts";
import { type FontName, fontChains, type Style } from "./font-files.ts";
import type { PdfFile } from "./pdf-file.ts";

/** The fonts of one file; each is read when its first character appears. */
export class FontSet {
  readonly #faces = new Map<FontName, FontFace>();
  /** By style: code point → the face that draws it. */
  readonly #choices: Record<Style, Map<number, FontFace>> = { regular: new Map(), bold: new Map(), mono: new Map() };

  /** The first of the style's fonts that has the character; the style's own when none has it. */
  faceFor(codePoint: number, style: Style): FontFace {
    let face = this.#choices[style].get(codePoint);
    if (face === undefined) {
      face = this.#choose(codePoint, style);
      this.#choices[style].set(codePoint, face);
    }
    return face;
  }

  /** Thousandths of the size. Joining and invisible characters have none. */
  advanceOf(codePoint: number, style: Style): number {
    if (isIgnorable(codePoint)) return 0;
    const face = this.faceFor(codePoint, style);
    return face.advanceOf(face.glyphOf(codePoint));
  }

  plainGlyph(codePoint: number, style: Style): PlacedGlyph {
    const face = this.faceFor(codePoint, style);
    const glyph = face.glyphOf(codePoint);
    const number = face.numberOf(glyph, String.fromCodePoint(codePoint));
    return { face, number, advance: face.advanceOf(glyph), dx: 0, dy: 0, isNatural: true };
  }

  /** Entries of a page's resources. */
  embed(file: PdfFile): string {
    return [...this.#faces.values()].map((face) => `/${face.name} ${face.embed(file)} 0 R`).join("");
  }

  #choose(codePoint: number, style: Style): FontFace {
    const chain: readonly FontName[] = fontChains[style];
    const first: readonly FontName[] = isPictograph(codePoint) ? ["emoji", ...chain] : chain;
    const name = first.find((name) => this.#face(name).glyphOf(codePoint) !== 0);
    return this.#face(name ?? chain[0]!);
  }

  #face(name: FontName): FontFace {
    let face = this.#faces.get(name);
    if (face === undefined) {
      face = new FontFace(name);
      this.#faces.set(name, face);
    }
    return face;
  }
}

function isPictograph(codePoint: number): boolean {
  return codePoint >= 0x1f000 && codePoint < 0x20000;
}

/** Joiners, marks of direction, selectors of variants: invisible, but they shape others. */
export function isIgnorable(codePoint: number): boolean {
  return (
    (codePoint >= 0x200b && codePoint <= 0x200f) ||
    (codePoint >= 0x202a && codePoint <= 0x202e) ||
    (codePoint >= 0x2060 && codePoint <= 0x206f) ||
    (codePoint >= 0xfe00 && codePoint <= 0xfe0f) ||
    codePoint === 0xfeff ||
    codePoint === 0xad
  );
}
