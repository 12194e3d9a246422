import { create, type Font, type Glyph, type Subset } from "fontkit";
import { shapedWordsMax } from "../limits.ts";
import { type FontName, readFont } from "./font-files.ts";
import { type PdfFile, pdfText } from "./pdf-file.ts";

/** A glyph where it is drawn. Numbers are thousandths of the size of the text. */
export interface PlacedGlyph {
  face: FontFace;
  /** Its number in the subset of the font that goes into the file. */
  number: number;
  advance: number;
  dx: number;
  dy: number;
  /** Its advance by the font, so that a viewer knows the place of the next one. */
  isNatural: boolean;
}

/** One font: its glyphs, and the subset that a file uses. */
export class FontFace {
  readonly #font: Font;
  readonly #subset: EncodedSubset;
  readonly #scale: number;
  readonly #glyphs = new Map<number, number>();
  readonly #advances = new Map<number, number>();
  readonly #words = new Map<string, readonly PlacedGlyph[]>();
  /** Glyph of the font → its number in the file. */
  readonly #numbers = new Map<number, number>();
  /** By the number in the file. */
  readonly #used: { advance: number; text: string }[] = [{ advance: 0, text: "" }];

  constructor(readonly name: FontName) {
    this.#font = create(readFont(name)) as Font;
    this.#subset = this.#font.createSubset() as unknown as EncodedSubset;
    this.#scale = 1000 / this.#font.unitsPerEm;
    this.#used[0]!.advance = this.#font.getGlyph(0).advanceWidth * this.#scale;
  }

  /** 0 when the font does not have it. */
  glyphOf(codePoint: number): number {
    let glyph = this.#glyphs.get(codePoint);
    if (glyph === undefined) {
      glyph = this.#font.hasGlyphForCodePoint(codePoint) ? this.#font.glyphForCodePoint(codePoint).id : 0;
      this.#glyphs.set(codePoint, glyph);
    }
    return glyph;
  }

  advanceOf(glyph: number): number {
    let advance = this.#advances.get(glyph);
    if (advance === undefined) {
      advance = this.#font.getGlyph(glyph).advanceWidth * this.#scale;
      this.#advances.set(glyph, advance);
    }
    return advance;
  }

  /** The number of a glyph in the file; adds it to the file. */
  numberOf(glyph: number, text: string): number {
    let number = this.#numbers.get(glyph);
    if (number === undefined) {
      number = glyph === 0 ? 0 : this.#subset.includeGlyph(glyph);
      this.#numbers.set(glyph, number);
      this.#used[number] = { advance: this.advanceOf(glyph), text: glyph === 0 ? "" : text };
    }
    return number;
  }

  /**
   * Joined and stacked by the rules of the script; from left to right as drawn. Nothing joins across a blank, and words
   * recur.
   */
  shape(text: string, direction: "ltr" | "rtl"): PlacedGlyph[] {
    const words = text.split(/(?<= )|(?= )/);
    if (direction === "rtl") words.reverse();
    return words.flatMap((word) => this.#shapeWord(word, direction));
  }

  #shapeWord(word: string, direction: "ltr" | "rtl"): readonly PlacedGlyph[] {
    const key = `${direction}${word}`;
    let glyphs = this.#words.get(key);
    if (glyphs === undefined) {
      glyphs = this.#layOut(word, direction);
      if (this.#words.size >= shapedWordsMax) this.#words.clear();
      this.#words.set(key, glyphs);
    }
    return glyphs;
  }

  #layOut(text: string, direction: "ltr" | "rtl"): PlacedGlyph[] {
    const run = this.#font.layout(text, undefined, undefined, undefined, direction);
    return run.glyphs.map((glyph: Glyph, i) => {
      const { xAdvance, xOffset, yOffset } = run.positions[i]!;
      const number = this.numberOf(glyph.id, String.fromCodePoint(...glyph.codePoints));
      return {
        face: this,
        number,
        advance: xAdvance * this.#scale,
        dx: xOffset * this.#scale,
        dy: yOffset * this.#scale,
        isNatural: xAdvance === glyph.advanceWidth,
      };
    });
  }

  /** Writes the used glyphs and returns the number of the font's object. */
  embed(file: PdfFile): number {
    const { ascent, descent, bbox, italicAngle } = this.#font;
    const capHeight = this.#font.capHeight || ascent;
    const bytes = this.#subset.encode();
    // Six letters before the name mark it as a subset of the font.
    const name = `VIGIEA+${this.#font.postscriptName.replaceAll(/[^A-Za-z0-9-]/g, "")}`;
    const scaled = (value: number) => Math.round(value * this.#scale);
    const data = file.stream(`/Length1 ${bytes.length}`, bytes);
    const box = [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map(scaled).join(" ");
    const descriptor = file.object(
      `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${box}]/ItalicAngle ${italicAngle}/Ascent ${scaled(ascent)}\
/Descent ${scaled(descent)}/CapHeight ${scaled(capHeight)}/StemV 80/FontFile2 ${data} 0 R>>`,
    );
    const widths = this.#used.map(({ advance }) => Math.round(advance)).join(" ");
    const descendant = file.object(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>\
/FontDescriptor ${descriptor} 0 R/CIDToGIDMap/Identity/DW 1000/W[0[${widths}]]>>`,
    );
    const unicode = file.stream("", unicodeMap(this.#used.map(({ text }) => text)));
    return file.object(
      `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
    );
  }
}

/** Fields missing in the types of the package. */
interface EncodedSubset extends Pick<Subset, "encode"> {
  includeGlyph(glyph: number): number;
}

/** Tells readers the text of each glyph, so that it can be searched and copied. */
function unicodeMap(texts: readonly string[]): string {
  const lines = texts.flatMap((text, i) =>
    text === "" ? [] : [`<${i.toString(16).padStart(4, "0")}> ${pdfText(text).replace("FEFF", "")}`],
  );
  let map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange\n`;
  for (let at = 0; at < lines.length; at += 100) {
    const part = lines.slice(at, at + 100);
    map += `${part.length} beginbfchar\n${part.join("\n")}\nendbfchar\n`;
  }
  return `${map}endcmap CMapName currentdict /CMap defineresource pop end end`;
}
