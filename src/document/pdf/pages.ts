import { timeText } from "../cell-text.ts";
import type { Document } from "../document.ts";
import { colors } from "../palette.ts";
import type { ByteSink } from "../zip.ts";
import { Canvas } from "./canvas.ts";
import { FontSet } from "./font-set.ts";
import { PdfFile, pdfText } from "./pdf-file.ts";

/** A4, in points. */
const sheet = { short: 595, long: 842 };
const margin = { side: 40, top: 44, bottom: 40 };

/** Pages in turn: drawings go on the open page, and each page goes into the file when it is full. */
export class Pages {
  readonly fonts = new FontSet();
  /** Size of the area between the margins. */
  readonly width: number;
  readonly height: number;
  readonly #file: PdfFile;
  readonly #document: Document;
  readonly #paper: { width: number; height: number };
  readonly #tree: number;
  readonly #resources: number;
  readonly #total: number;
  readonly #pages: number[] = [];
  #canvas: Canvas;
  /** Position of the next element, from the top margin. */
  #y = 0;

  constructor(document: Document, sink: ByteSink) {
    this.#document = document;
    const isWide = document.orientation === "landscape";
    this.#paper = { width: isWide ? sheet.long : sheet.short, height: isWide ? sheet.short : sheet.long };
    this.width = this.#paper.width - 2 * margin.side;
    this.height = this.#paper.height - margin.top - margin.bottom;
    this.#file = new PdfFile(sink);
    this.#tree = this.#file.reserve();
    this.#resources = this.#file.reserve();
    this.#total = this.#file.reserve();
    this.#canvas = new Canvas(this.fonts);
  }

  get room(): number {
    return this.height - this.#y;
  }

  get isAtTop(): boolean {
    return this.#y === 0;
  }

  /** Below the present content, on a new page when there is no space. */
  add(part: Canvas, height: number): void {
    if (height > this.room && !this.isAtTop) this.turn();
    this.#canvas.place(part, margin.side, margin.top + this.#y);
    this.#y += height;
  }

  skip(height: number): void {
    if (!this.isAtTop) this.#y += height;
  }

  /** Ends the page. */
  turn(): void {
    const { width, height } = this.#paper;
    this.#pages.push(this.#file.reserve());
    this.#drawFooter();
    const content = this.#file.stream("", `1 0 0 1 0 ${height} cm\n${this.#canvas.operators}`);
    this.#file.object(
      `<</Type/Page/Parent ${this.#tree} 0 R/MediaBox[0 0 ${width} ${height}]/Resources ${this.#resources} 0 R/Contents ${content} 0 R>>`,
      this.#pages.at(-1),
    );
    this.#canvas = new Canvas(this.fonts);
    this.#y = 0;
  }

  finish(): void {
    this.turn();
    const { title, createdAt } = this.#document;
    const date = `D:${new Date(createdAt * 1000).toISOString().replaceAll(/\D/g, "").slice(0, 14)}Z`;
    const info = this.#file.object(
      `<</Title${pdfText(title)}/Producer(vigie)/Creator(vigie)/CreationDate(${date})/ModDate(${date})>>`,
    );
    const kids = this.#pages.map((number) => `${number} 0 R`).join(" ");
    this.#file.object(`<</Type/Pages/Count ${this.#pages.length}/Kids[${kids}]>>`, this.#tree);
    const total = new Canvas(this.fonts);
    total.text(String(this.#pages.length), 0, 0, footerLook);
    this.#file.stream(
      `/Type/XObject/Subtype/Form/BBox[-5 -5 60 20]/Resources ${this.#resources} 0 R`,
      total.operators,
      this.#total,
    );
    this.#file.object(
      `<</Font<<${this.fonts.embed(this.#file)}>>/XObject<</Total ${this.#total} 0 R>>>>`,
      this.#resources,
    );
    const root = this.#file.object(
      `<</Type/Catalog/Pages ${this.#tree} 0 R/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>>>`,
    );
    this.#file.finish({ root, info, identity: `${title}\n${createdAt}` });
  }

  /** The number of pages is not known yet: it is one drawing, shown on all pages and written at the end of the file. */
  #drawFooter(): void {
    const { title, createdAt, timezone } = this.#document;
    const { width, height } = this.#paper;
    const y = height - 22;
    const canvas = this.#canvas;
    canvas.line(
      [
        [margin.side, y - 11],
        [width - margin.side, y - 11],
      ],
      colors.line,
    );
    canvas.text(title.slice(0, 100).toWellFormed(), margin.side, y, { ...footerLook, widthMax: width * 0.5 });
    canvas.text(`${timeText(createdAt, timezone)} (${timezone})`, width * 0.72, y, { ...footerLook, align: "center" });
    canvas.text(`Page ${this.#pages.length} of`, width - margin.side - 24, y, { ...footerLook, align: "right" });
    canvas.form("Total", width - margin.side - 22, y);
  }
}

const footerLook = { size: 7.5, color: colors.muted };
