import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { ByteSink } from "../zip.ts";

/** The objects of a PDF 1.7 file, written front to back; only their offsets are held in memory. */
export class PdfFile {
  /** Offset of each object, by its number; 0 while it is reserved. */
  readonly #offsets: number[] = [0];
  readonly #sink: ByteSink;
  #sizeBytes = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
    // Four bytes beyond ASCII mark the file as binary for programs that copy it.
    this.#write(Buffer.from("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n", "latin1"));
  }

  /** A number for an object that is written later. */
  reserve(): number {
    return this.#offsets.push(0) - 1;
  }

  object(content: string, number = this.reserve()): number {
    this.#offsets[number] = this.#sizeBytes;
    this.#write(Buffer.from(`${number} 0 obj\n${content}\nendobj\n`, "latin1"));
    return number;
  }

  /** `entries` go into the dictionary in addition to those about the length. */
  stream(entries: string, content: string | Uint8Array, number = this.reserve()): number {
    const packed = deflateSync(typeof content === "string" ? Buffer.from(content, "latin1") : content);
    this.#offsets[number] = this.#sizeBytes;
    this.#write(
      Buffer.from(`${number} 0 obj\n<<${entries}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`, "latin1"),
    );
    this.#write(packed);
    this.#write(Buffer.from("\nendstream\nendobj\n", "latin1"));
    return number;
  }

  /** The file's identity follows from its subject and its size, so that the same document is the same file. */
  finish(entries: { root: number; info: number; identity: string }): void {
    const start = this.#sizeBytes;
    const missing = this.#offsets.indexOf(0, 1);
    if (missing !== -1) throw new Error(`the object ${missing} was reserved and never written`);
    const lines = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
    const id = createHash("sha256").update(`${entries.identity}\n${start}`).digest("hex").slice(0, 32);
    this.#write(Buffer.from(`xref\n0 ${this.#offsets.length}\n0000000000 65535 f \n${lines.join("")}`, "latin1"));
    this.#write(
      Buffer.from(
        `trailer\n<</Size ${this.#offsets.length}/Root ${entries.root} 0 R/Info ${entries.info} 0 R/ID[<${id}><${id}>]>>\nstartxref\n${start}\n%%EOF\n`,
        "latin1",
      ),
    );
  }

  #write(bytes: Uint8Array): void {
    this.#sizeBytes += bytes.length;
    this.#sink.writeBytes(bytes);
  }
}

/** A text in the form that PDF uses outside of pages: UTF-16 in hexadecimal digits. */
export function pdfText(text: string): string {
  const bytes = Buffer.from(text.toWellFormed(), "utf16le").swap16();
  return `<FEFF${bytes.toString("hex").toUpperCase()}>`;
}
