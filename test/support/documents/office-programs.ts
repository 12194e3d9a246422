import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Independent programs that read our files; Debian has them as poppler-utils, qpdf and python3-openpyxl. */
export const hasPoppler = answers("pdftotext", "-v");
export const hasQpdf = answers("qpdf", "--version");
export const hasOpenpyxl = answers("/usr/bin/python3", "-c", "import openpyxl");

/** The text of a PDF as a reader copies it. */
export function textOfPdf(bytes: Uint8Array, folder: string): string {
  const path = fileOf(bytes, join(folder, "read.pdf"));
  return run("pdftotext", "-layout", "-enc", "UTF-8", path, "-");
}

/** Faults that qpdf finds; "" for none. */
export function problemsOfPdf(bytes: Uint8Array, folder: string): string {
  const { status, stdout, stderr } = spawnSync("qpdf", ["--check", fileOf(bytes, join(folder, "checked.pdf"))], {
    encoding: "utf8",
  });
  return status === 0 ? "" : stdout + stderr;
}

/** Cells by the name of their sheet, rows in turn; times as ISO text. */
export function cellsOfWorkbook(bytes: Uint8Array, folder: string): Record<string, (string | number | null)[][]> {
  return JSON.parse(run("/usr/bin/python3", "-c", readCells, fileOf(bytes, join(folder, "read.xlsx"))));
}

const readCells = `
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
plain = lambda cell: cell.value.isoformat() if getattr(cell, "is_date", False) and cell.value is not None else cell.value
formulas = [c.coordinate for s in book for r in s.iter_rows() for c in r if c.data_type == "f"]
assert formulas == [], formulas
print(json.dumps({s.title: [[plain(c) for c in r] for r in s.iter_rows()] for s in book}))
`;

function answers(program: string, ...values: string[]): boolean {
  const works = spawnSync(program, values).status === 0;
  if (!works) console.log(`${program} ${values.at(-1)} does not answer: tests with it are skipped.`);
  return works;
}

function fileOf(bytes: Uint8Array, path: string): string {
  writeFileSync(path, bytes);
  return path;
}

function run(program: string, ...values: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, values, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout;
}

/** Each word with its beginning and end along its line, in points. */
export function wordsOfPdf(bytes: Uint8Array, folder: string): { text: string; left: number; right: number }[] {
  const path = fileOf(bytes, join(folder, "words.pdf"));
  const found = run("pdftotext", "-bbox", path, "-").matchAll(/xMin="([\d.]+)".*?xMax="([\d.]+)".*?>([^<]*)</g);
  return Array.from(found, ([, left, right, text]) => ({ text: text!, left: Number(left), right: Number(right) }));
}
