import { addTag } from "../../../time-text/scan.ts";
import { addThread, readBracketedLogger, readSourcePlace } from "./head-names.ts";

/** The words that a logger writes before the message. */
export interface Head {
  severity: number;
  /** The part of the program that writes; the program itself is unknown. */
  logger: string | undefined;
  /** The name of the program, where a head tells it from the logger. */
  program: string | undefined;
  /** Name, value, … */
  tags: string[];
  /** Start of the message. */
  end: number;
}

/** Collects it piece by piece; the first that tells something wins. */
export class HeadBuilder implements Head {
  severity = 6;
  logger: string | undefined;
  program: string | undefined;
  tags: string[] = [];
  end = 0;

  has(name: string): boolean {
    for (let i = 0; i < this.tags.length; i += 2) if (this.tags[i] === name) return true;
    return false;
  }

  add(name: string, value: string | undefined): void {
    if (!this.has(name)) addTag(this.tags, name, value);
  }

  setThread(text: string): void {
    const { logger, line } = addThread(text, (name, value) => this.add(name, value));
    this.logger ??= logger;
    this.add("line", line);
  }

  /** Spring Boot's application stands before the thread. */
  moveThreadToProgram(thread: string): void {
    const at = this.tags.indexOf("thread");
    this.program ??= this.tags[at + 1];
    this.tags[at + 1] = thread;
  }

  takeBracketedLogger(line: string): boolean {
    const found = readBracketedLogger(line, this.end);
    if (found !== undefined) [this.logger, this.end] = [found.logger, found.end];
    return found !== undefined;
  }

  setPlace(text: string): boolean {
    const place = readSourcePlace(text);
    if (place === undefined) return false;
    this.add("file_name", place.file);
    this.add("line", place.line);
    return true;
  }
}
