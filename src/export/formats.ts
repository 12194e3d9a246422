import type { Output } from "../document/output.ts";
import { invalidParameter } from "../lib/errors.ts";
import type { Answer } from "./answer.ts";
import { writeCsv } from "./csv.ts";
import { writeJson } from "./json.ts";

/** One kind of file, complete in one file of this folder and listed here. */
export interface ExportFormat {
  /** Of the file's name, without the dot. */
  extension: string;
  contentType: string;
  /** Kinds of query it can show. */
  shows(type: string): boolean;
  /** In a worker thread. */
  write(answer: Answer, output: Output): void;
}

const formats = {
  json: { extension: "json", contentType: "application/json", shows: () => true, write: writeJson },
  csv: { extension: "csv", contentType: "application/csv", shows: () => true, write: writeCsv },
} satisfies Record<string, ExportFormat>;

export type FormatName = keyof typeof formats;

/** Formats by the names that one asks with. Those that are promised and can show no kind yet are refused like others that do not fit. */
const names = ["json", "csv", "xlsx", "xslx", "docx", "pdf"] as const;

/** Throws AppError about the parameter `ftype`. */
export function findFormat(ftype: string, type: string): FormatName {
  const name = names.find((known) => known === ftype);
  if (name === undefined) throw invalidParameter("ftype", `Expected one of ${names.join(", ")}, got "${ftype}".`);
  const format = (Object.keys(formats) as FormatName[]).find((key) => key === name);
  if (format !== undefined && formatOf(format).shows(type)) return format;
  throw invalidParameter("ftype", `The format ${name} is not available for queries of the type ${type}.`);
}

export function formatOf(name: FormatName): ExportFormat {
  return formats[name];
}
