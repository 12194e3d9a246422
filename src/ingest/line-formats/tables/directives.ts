import { assignColumns, tagFor } from "./column-use.ts";
import type { Table } from "./table.ts";

/**
 * Lines with a number sign that describe the others: `#Fields: date time cs-method …` of the W3C's format (IIS,
 * CloudFront, the firewall of Windows, Exchange), `#fields  ts      uid …` of Zeek.
 */
export class Directives {
  /** Columns of the lines that follow; undefined: none were named. */
  table: Table | undefined;
  #separator: Table["separator"] = "\t";
  #unset: string[] = ["-", "(empty)"];
  #path: string | undefined;
  #isLocal = false;

  /** False: the line is no directive but an ordinary line. */
  take(line: string): boolean {
    const found = findDirective(line);
    if (found === null) return false;
    const [, name, value] = found as unknown as [string, string, string];
    this.#note(name, value.trim());
    return true;
  }

  #note(name: string, value: string): void {
    if (name === "Software") this.#path = programOf(value);
    else if (name === "Time Format") this.#isLocal = /^local/i.test(value);
    else if (name === "Fields") this.table = this.#w3c(value);
    else if (name === "separator") this.#separator = separatorOf(value);
    else if (name === "path") this.#path = value;
    else if (name === "unset_field" || name === "empty_field") this.#unset.push(value);
    else if (name === "fields") this.table = this.#zeek(value);
  }

  #w3c(value: string): Table {
    const separator = value.includes("\t") ? "\t" : value.includes(",") ? "," : "blank";
    const split = separator === "blank" ? /\s+/ : separator;
    const names = value.split(split).map((name) => name.trim());
    return this.#tableOf(names.slice(0, columnsMax), separator, this.#isLocal ? undefined : "UTC");
  }

  #zeek(value: string): Table {
    const names = value.split(this.#separator === "blank" ? /\s+/ : this.#separator);
    return this.#tableOf(names.slice(0, columnsMax), this.#separator, undefined);
  }

  #tableOf(names: string[], separator: Table["separator"], timezone: string | undefined): Table {
    const isQuoted = separator !== "\t";
    // The header names the program already, so a column "service" means something else.
    const columns = assignColumns(names).map((use, index) =>
      use.role === "program" && this.#path !== undefined ? tagFor(names[index]!) : use,
    );
    return {
      separator,
      names,
      columns,
      header: undefined,
      isQuoted,
      spansLines: false,
      unset: this.#unset,
      program: this.#path,
      timezone,
    };
  }
}

/** Whether `take` would take the line: costs less, since no columns are learned. */
export function isDirective(line: string): boolean {
  return findDirective(line) !== null;
}

function findDirective(line: string): RegExpExecArray | null {
  return line.charCodeAt(0) === numberSign ? pattern.exec(line) : null;
}

const pattern =
  /^#(Software|Version|Date|Fields|Start-Date|End-Date|GMT-Offset|Time Format|Log-type|separator|set_separator|empty_field|unset_field|path|open|close|fields|types)(?::[ \t]?|[ \t])(.*)$/;

const numberSign = 0x23;
const columnsMax = 256;

function separatorOf(value: string): Table["separator"] {
  if (value === "\\x2c" || value === ",") return ",";
  if (value === "\\x3b" || value === ";") return ";";
  if (value === "\\x7c" || value === "|") return "|";
  return value === "\\x20" ? "blank" : "\t";
}

function programOf(software: string): string | undefined {
  if (/Internet Information Services/i.test(software)) return "iis";
  return /Windows Firewall/i.test(software) ? "windows-firewall" : undefined;
}
