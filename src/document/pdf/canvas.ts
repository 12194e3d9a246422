import type { PlacedGlyph } from "./font-face.ts";
import type { Style } from "./font-files.ts";
import type { FontSet } from "./font-set.ts";
import { pdfText } from "./pdf-file.ts";
import { layOutLine } from "./text-line.ts";

export interface TextLook {
  size: number;
  style?: Style;
  color?: string;
  /** Position of the text relative to x; right-to-left text swaps left and right. Default: left. */
  align?: "left" | "center" | "right";
  /** A wider text is drawn narrower, down to three quarters. */
  widthMax?: number;
}

/** A drawing area: points from its upper left corner, y downwards. */
export class Canvas {
  readonly #operators: string[] = [];
  #color = "";

  constructor(readonly fonts: FontSet) {}

  /** `y` is the baseline of the letters. */
  text(
    text: string,
    x: number,
    y: number,
    { size, style = "regular", color = "000000", align = "left", widthMax }: TextLook,
  ): void {
    if (text === "") return;
    const line = layOutLine(text, style, this.fonts);
    const width = (line.width * size) / 1000;
    const squeeze = widthMax !== undefined && width > widthMax ? Math.max(0.75, widthMax / width) : 1;
    const left = align === "left" ? x : align === "right" ? x - width * squeeze : x - (width * squeeze) / 2;
    this.#fill(color);
    const begin = line.meaning === undefined ? "" : `/Span<</ActualText${pdfText(line.meaning)}>>BDC `;
    const scale = squeeze === 1 ? "" : ` ${number(squeeze * 100)} Tz`;
    this.#operators.push(
      `${begin}BT${scale}${glyphOperators(line.glyphs, left, y, size, squeeze)} ET${begin === "" ? "" : " EMC"}`,
    );
    if (squeeze !== 1) this.#operators.push("BT 100 Tz ET");
  }

  box(x: number, y: number, width: number, height: number, color: string): void {
    this.#fill(color);
    this.#operators.push(`${number(x)} ${number(-y - height)} ${number(width)} ${number(height)} re f`);
  }

  /** Open, or closed and filled. */
  line(points: readonly (readonly [x: number, y: number])[], color: string, width = 0.5): void {
    if (points.length < 2) return;
    const path = points.map(([x, y], i) => `${number(x)} ${number(-y)} ${i === 0 ? "m" : "l"}`).join(" ");
    this.#operators.push(`${rgb(color)} RG ${number(width)} w 1 j 1 J ${path} S`);
  }

  /**
   * Part of a disc, angles in turns clockwise from the top; from the inner radius to the outer one.
   * Parameters: a centre, two radii and two angles.
   */
  slice(
    x: number,
    y: number,
    radii: readonly [inner: number, outer: number],
    from: number,
    to: number,
    color: string,
  ): void {
    const [inner, outer] = radii;
    const steps = Math.max(2, Math.ceil((to - from) * 90));
    const at = (turn: number, radius: number) =>
      `${number(x + radius * Math.sin(turn * 2 * Math.PI))} ${number(-y + radius * Math.cos(turn * 2 * Math.PI))}`;
    const turns = Array.from({ length: steps + 1 }, (_, i) => from + ((to - from) * i) / steps);
    const path = [...turns.map((turn) => at(turn, outer)), ...turns.reverse().map((turn) => at(turn, inner))];
    this.#fill(color);
    this.#operators.push(`${path.map((point, i) => `${point} ${i === 0 ? "m" : "l"}`).join(" ")} h f`);
  }

  /** Another drawing, its corner at this place. */
  place(other: Canvas, x: number, y: number): void {
    this.#operators.push(`q 1 0 0 1 ${number(x)} ${number(-y)} cm ${other.operators} Q`);
  }

  /** A drawing that the file contains once, by its name. */
  form(name: string, x: number, y: number): void {
    this.#operators.push(`q 1 0 0 1 ${number(x)} ${number(-y)} cm /${name} Do Q`);
  }

  get operators(): string {
    return this.#operators.join("\n");
  }

  #fill(color: string): void {
    if (color === this.#color) return;
    this.#color = color;
    this.#operators.push(`${rgb(color)} rg`);
  }
}

/** Successive glyphs of one font form one string; a shifted one stands alone. */
function glyphOperators(glyphs: readonly PlacedGlyph[], x: number, y: number, size: number, squeeze: number): string {
  let text = "";
  let name = "";
  let isOpen = false;
  let left = x;
  const scale = (size / 1000) * squeeze;
  for (const { face, number: id, advance, dx, dy, isNatural } of glyphs) {
    const isMoved = dx !== 0 || dy !== 0;
    if (isOpen && (isMoved || name !== face.name)) {
      text += "> Tj";
      isOpen = false;
    }
    if (name !== face.name) text += ` /${face.name} ${number(size)} Tf`;
    name = face.name;
    if (!isOpen) text += ` 1 0 0 1 ${number(left + dx * scale)} ${number(-y + (dy * size) / 1000)} Tm <`;
    text += id.toString(16).padStart(4, "0");
    left += advance * scale;
    isOpen = isNatural && !isMoved;
    if (!isOpen) text += "> Tj";
  }
  return isOpen ? `${text}> Tj` : text;
}

function rgb(color: string): string {
  return [0, 2, 4].map((at) => number(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(" ");
}

/** At most three digits after the point. */
function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
