import type { Document } from "./document.ts";
import type { Output } from "./output.ts";

/** Formats of a document. */
export const documentFormats = ["xlsx", "docx", "pdf"] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/**
 * Writes all of a document, in memory that does not grow with its tables: xlsx takes every row, docx and pdf end a
 * table at their bound with a note that says so. Throws the errors of `output` (a full disk) and of the rows (a stop);
 * the caller then discards the output. In a worker thread: a large one takes seconds. A format's code and fonts are
 * loaded at their first use.
 */
export async function writeDocument(format: DocumentFormat, document: Document, output: Output): Promise<void> {
  const write = await writers[format]();
  write(document, output);
}

const writers: Readonly<Record<DocumentFormat, () => Promise<(document: Document, output: Output) => void>>> = {
  xlsx: async () => (await import("./xlsx/write-xlsx.ts")).writeXlsx,
  docx: async () => (await import("./docx/write-docx.ts")).writeDocx,
  pdf: async () => (await import("./pdf/write-pdf.ts")).writePdf,
};
