import type { Output } from "../document/output.ts";
import { writeDocument } from "../document/write-document.ts";
import { invalidParameter } from "../lib/errors.ts";
import type { Answer } from "./answer.ts";
import { documentOf } from "./documents/answer-document.ts";
import { writeCsv } from "./formats/csv.ts";
import { writeJson } from "./formats/json.ts";

/** One kind of file, listed here. */
export interface ExportFormat {
  /** Extension of the file's name, without the dot. */
  extension: string;
  contentType: string;
  /** Kinds of query that it can show. */
  shows(type: string): boolean;
  /** In a worker thread. */
  write(answer: Answer, output: Output): Promise<void> | void;
}

/** Pages show the fields that people read; counters of the service have none. */
const onPages: ReadonlySet<string> = new Set(["Search", "TopN", "LastN", "EventRate", "Stats", "Tasks"]);
const office = "application/vnd.openxmlformats-officedocument";

const formats = {
  json: { extension: "json", contentType: "application/json", shows: () => true, write: writeJson },
  csv: { extension: "csv", contentType: "application/csv", shows: () => true, write: writeCsv },
  xlsx: {
    extension: "xlsx",
    contentType: `${office}.spreadsheetml.sheet`,
    shows: () => true,
    write: (answer, output) => writeDocument("xlsx", documentOf(answer, "sheets"), output),
  },
  docx: {
    extension: "docx",
    contentType: `${office}.wordprocessingml.document`,
    shows: (type) => onPages.has(type),
    write: (answer, output) => writeDocument("docx", documentOf(answer, "pages"), output),
  },
  pdf: {
    extension: "pdf",
    contentType: "application/pdf",
    shows: (type) => onPages.has(type),
    write: (answer, output) => writeDocument("pdf", documentOf(answer, "pages"), output),
  },
} satisfies Record<string, ExportFormat>;

export type FormatName = keyof typeof formats;

/** The accepted names; one is a spelling that clients use. */
const names: Readonly<Record<string, FormatName>> = {
  json: "json",
  csv: "csv",
  xlsx: "xlsx",
  xslx: "xlsx",
  docx: "docx",
  pdf: "pdf",
};

/** Throws AppError about the parameter `ftype`. */
export function findFormat(ftype: string, type: string): FormatName {
  const name = Object.hasOwn(names, ftype) ? names[ftype] : undefined;
  if (name === undefined)
    throw invalidParameter("ftype", `Expected one of ${Object.keys(names).join(", ")}, got "${ftype}".`);
  if (formatOf(name).shows(type)) return name;
  throw invalidParameter("ftype", `The format ${name} is not available for queries of the type ${type}.`);
}

export function formatOf(name: FormatName): ExportFormat {
  return formats[name];
}
