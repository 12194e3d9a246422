import type { Chart, Document } from "../document.ts";
import { chartXml } from "../ooxml/chart-part.ts";
import { chartSheetName, placesOf } from "../xlsx/chart-sheet.ts";
import { declaration } from "../xlsx/shared-strings.ts";
import { coreXml, relations } from "../xlsx/workbook.ts";
import { writeXlsx } from "../xlsx/write-xlsx.ts";
import { type ByteSink, ZipWriter } from "../zip.ts";
import { xmlText } from "./paragraphs.ts";
import { stylesXml } from "./styles.ts";

/** In twentieths of a point. */
export interface PageSize {
  width: number;
  height: number;
  textWidth: number;
}

const margin = 850;

/** The parts around the text: styles, footer, charts with their workbooks, and relationships. */
export class DocxPackage {
  readonly zip: ZipWriter;
  readonly page: PageSize;
  readonly #document: Document;
  readonly #charts: Chart[] = [];

  constructor(sink: ByteSink, document: Document) {
    this.zip = new ZipWriter(sink);
    this.#document = document;
    const [width, height] = document.orientation === "landscape" ? [16838, 11906] : [11906, 16838];
    this.page = { width: width!, height: height!, textWidth: width! - 2 * margin };
  }

  /** Opens the text; the caller writes into it. */
  begin(): void {
    this.zip.begin("word/document.xml");
    this.zip.write(`${declaration}<w:document xmlns:w="${main}" xmlns:r="${office}" \
xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" \
xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><w:body>`);
  }

  /** A chart that the text may show; it is written after the text. */
  addChart(chart: Chart): { id: number; relation: string } {
    const id = this.#charts.push(chart);
    return { id, relation: `chart${id}` };
  }

  finish(): void {
    const { zip } = this;
    const { width, height } = this.page;
    const orientation = width > height ? ' w:orient="landscape"' : "";
    zip.write(`<w:sectPr><w:footerReference w:type="default" r:id="footer"/><w:pgSz w:w="${width}" w:h="${height}"${orientation}/>\
<w:pgMar w:top="900" w:right="${margin}" w:bottom="900" w:left="${margin}" w:header="450" w:footer="450" w:gutter="0"/></w:sectPr></w:body></w:document>`);
    zip.end();
    for (const [i, chart] of this.#charts.entries()) this.#writeChart(chart, i + 1);
    zip.add("word/_rels/document.xml.rels", this.#relations());
    zip.add("word/styles.xml", stylesXml());
    zip.add("word/settings.xml", settingsXml);
    zip.add("word/footer1.xml", this.#footer());
    zip.add("docProps/core.xml", coreXml(this.#document));
    zip.add("_rels/.rels", packageRelations);
    zip.add("[Content_Types].xml", contentTypes(this.#charts.length));
    zip.finish();
  }

  #writeChart(chart: Chart, number: number): void {
    const { zip } = this;
    const { createdAt, timezone } = this.#document;
    const chunks: Uint8Array[] = [];
    const sink = {
      writeBytes: (bytes: Uint8Array) => {
        chunks.push(Uint8Array.from(bytes));
      },
    };
    writeXlsx({ title: chart.title, createdAt, timezone, blocks: [{ kind: "chart", chart }] }, sink);
    zip.add(`word/embeddings/chart${number}.xlsx`, Buffer.concat(chunks));
    zip.add(`word/charts/chart${number}.xml`, chartXml(chart, placesOf(chart, chartSheetName, 0), timezone, "rId1"));
    zip.add(
      `word/charts/_rels/chart${number}.xml.rels`,
      relations([{ id: "rId1", type: "package", target: `../embeddings/chart${number}.xlsx` }]),
    );
  }

  #relations(): string {
    const charts = this.#charts.map((_, i) => ({
      id: `chart${i + 1}`,
      type: "chart",
      target: `charts/chart${i + 1}.xml`,
    }));
    return relations([
      { id: "styles", type: "styles", target: "styles.xml" },
      { id: "settings", type: "settings", target: "settings.xml" },
      { id: "footer", type: "footer", target: "footer1.xml" },
      ...charts,
    ]);
  }

  #footer(): string {
    const { textWidth } = this.page;
    const field = (name: string) => `<w:fldSimple w:instr=" ${name} "><w:r><w:t>1</w:t></w:r></w:fldSimple>`;
    const text = (content: string) => `<w:r><w:t xml:space="preserve">${content}</w:t></w:r>`;
    return `${declaration}<w:ftr xmlns:w="${main}"><w:p><w:pPr><w:pStyle w:val="Note"/><w:tabs><w:tab w:val="right" w:pos="${textWidth}"/></w:tabs></w:pPr>\
${text(xmlText(this.#document.title.slice(0, 100)))}<w:r><w:tab/></w:r>${text("Page ")}${field("PAGE")}${text(" of ")}${field("NUMPAGES")}</w:p></w:ftr>`;
  }
}

const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const settingsXml = `${declaration}<w:settings xmlns:w="${main}"><w:zoom w:percent="100"/><w:compat>\
<w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`;

const packageRelations = `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\
<Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/>\
<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;

function contentTypes(chartCount: number): string {
  const word = "application/vnd.openxmlformats-officedocument.wordprocessingml";
  const parts = [
    ["/word/document.xml", `${word}.document.main+xml`],
    ["/word/styles.xml", `${word}.styles+xml`],
    ["/word/settings.xml", `${word}.settings+xml`],
    ["/word/footer1.xml", `${word}.footer+xml`],
    ["/docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"],
    ...Array.from({ length: chartCount }, (_, i) => [
      `/word/charts/chart${i + 1}.xml`,
      "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
    ]),
  ];
  return `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"/>\
${parts.map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`).join("")}</Types>`;
}
