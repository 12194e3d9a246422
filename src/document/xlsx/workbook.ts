import type { ByteSink } from "../zip.ts";
import { ZipWriter } from "../zip.ts";
import { attributeText } from "./cell-string.ts";
import { declaration, SharedStrings } from "./shared-strings.ts";
import { stylesXml } from "./styles.ts";

export interface Sheet {
  name: string;
  number: number;
  /** The filtered range, once known. */
  filterRange?: string;
}

/** The parts around the sheets: names, formats, relationships. */
export class Workbook {
  readonly zip: ZipWriter;
  readonly strings = new SharedStrings();
  readonly #sheets: Sheet[] = [];
  readonly #names = new Set<string>();

  readonly #about: { title: string; createdAt: number };

  constructor(
    sink: ByteSink,
    about: { title: string; createdAt: number },
    /** The header row counted. */
    readonly sheetRows: number,
  ) {
    this.#about = about;
    this.zip = new ZipWriter(sink);
  }

  /** Begins a part of the archive; the caller fills and ends it. The part written last can be shown first. */
  beginSheet(name: string, place: "first" | "last" = "last"): Sheet {
    const sheet = { name, number: this.#sheets.length + 1 };
    if (place === "first") this.#sheets.unshift(sheet);
    else this.#sheets.push(sheet);
    this.zip.begin(`xl/worksheets/sheet${sheet.number}.xml`);
    return sheet;
  }

  /** A name that no other sheet has: at most 31 characters, without those that have a meaning in formulas. */
  reserveName(title: string): string {
    const clean = title
      .toWellFormed()
      .replaceAll(/[[\]:*?/\\\x00-\x1f]/g, " ")
      .replaceAll(/^[' ]+|[' ]+$/g, "");
    for (let i = 1; ; i++) {
      const ending = i === 1 ? "" : ` ${i}`;
      const name = `${(clean || "Sheet").slice(0, 31 - ending.length).toWellFormed()}${ending}`;
      if (this.#names.has(name.toLowerCase())) continue;
      this.#names.add(name.toLowerCase());
      return name;
    }
  }

  finish(chartCount: number): void {
    const { zip } = this;
    this.strings.write(zip);
    zip.add("xl/styles.xml", stylesXml());
    zip.add("xl/workbook.xml", this.#workbookXml());
    zip.add("xl/_rels/workbook.xml.rels", this.#relations());
    zip.add("docProps/core.xml", coreXml(this.#about));
    zip.add("_rels/.rels", packageRelations);
    zip.add("[Content_Types].xml", contentTypes(this.#sheets, chartCount));
    zip.finish();
  }

  #workbookXml(): string {
    const sheets = this.#sheets.map(
      ({ name, number }) => `<sheet name="${attributeText(name)}" sheetId="${number}" r:id="rId${number}"/>`,
    );
    const names = this.#sheets.flatMap(({ name, filterRange }, i) => {
      if (filterRange === undefined) return [];
      const sheet = sheetReference(name);
      return [
        `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">${sheet}!${filterRange}</definedName>`,
        `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">${sheet}!$1:$1</definedName>`,
      ];
    });
    return `${declaration}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" \
xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">\
<bookViews><workbookView/></bookViews><sheets>${sheets.join("")}</sheets>\
${names.length === 0 ? "" : `<definedNames>${names.join("")}</definedNames>`}</workbook>`;
  }

  #relations(): string {
    const sheets = this.#sheets.map(({ number }) => ({
      id: `rId${number}`,
      type: "worksheet",
      target: `worksheets/sheet${number}.xml`,
    }));
    return relations([
      ...sheets,
      { id: "styles", type: "styles", target: "styles.xml" },
      { id: "strings", type: "sharedStrings", target: "sharedStrings.xml" },
    ]);
  }
}

/** Quoted, for formulas and references, as XML text. */
export function sheetReference(name: string): string {
  return `'${attributeText(name).replaceAll("'", "''")}'`;
}

/** 0 → A, 26 → AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

export function relations(targets: readonly { id: string; type: string; target: string }[]): string {
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const items = targets.map(
    ({ id, type, target }) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join("")}</Relationships>`;
}

/** Title and time of creation, as all kinds of office documents carry them. */
export function coreXml({ title, createdAt }: { title: string; createdAt: number }): string {
  const created = new Date(createdAt * 1000).toISOString().replace(/\.\d+/, "");
  return `${declaration}<cp:coreProperties \
xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" \
xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\
<dc:title>${attributeText(title)}</dc:title><dc:creator>vigie</dc:creator>\
<dcterms:created xsi:type="dcterms:W3CDTF">${created}</dcterms:created>\
<dcterms:modified xsi:type="dcterms:W3CDTF">${created}</dcterms:modified></cp:coreProperties>`;
}

const packageRelations = `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\
<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/>\
<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>\
</Relationships>`;

function contentTypes(sheets: readonly Sheet[], chartCount: number): string {
  const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const charts = Array.from({ length: chartCount }, (_, i) => [
    `/xl/charts/chart${i + 1}.xml`,
    "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
  ]);
  const parts = [
    ["/xl/workbook.xml", `${spreadsheet}.sheet.main+xml`],
    ...sheets.map(({ number }) => [`/xl/worksheets/sheet${number}.xml`, `${spreadsheet}.worksheet+xml`]),
    ["/xl/styles.xml", `${spreadsheet}.styles+xml`],
    ["/xl/sharedStrings.xml", `${spreadsheet}.sharedStrings+xml`],
    ["/docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"],
    ...(chartCount > 0
      ? [["/xl/drawings/drawing1.xml", "application/vnd.openxmlformats-officedocument.drawing+xml"]]
      : []),
    ...charts,
  ];
  return `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
${parts.map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`).join("")}</Types>`;
}
