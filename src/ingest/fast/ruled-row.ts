import type { EventRow, Micros } from "../../eventstore/event/event.ts";
import { nameCharactersMax, tagsMax } from "../../eventstore/event/event-limits.ts";
import { cutToCharacters } from "../../lib/text-bounds.ts";
import { mergeTags, sortedTags, type TagsApart } from "../../parser-rules/working-event.ts";
import { readCiscoMnemonic } from "../event/cisco-mnemonic.ts";
import type { Shape } from "./event-shape.ts";
import { type FastTexts, readTags, readText } from "./fast-row.ts";

/**
 * The event scanned last as parser rules see it: a text is read from its bytes when a rule asks for it, and tags stay
 * bytes. One for all events; `copy` makes an object of it that stays.
 */
export class RuledRow implements EventRow, TagsApart {
  times: Micros[] = [];
  severity = 0;
  facility = 0;
  type = 0;
  readonly status = 0;
  extra = "";
  /** Tags that rules set, as pairs in the order in which they were set; of equal names the last counts. */
  set: readonly string[] = [];
  /** A rule changed one of its texts, or its tags are in `tags`. */
  private isOther = false;
  private ownTimes: Micros[] = [];
  private shape!: Shape;
  private bytes: Uint8Array = noBytes;
  private viewed: Uint8Array = noBytes;
  private view: Buffer = Buffer.alloc(0);
  /** Read so far. */
  private hostText: string | undefined;
  private programText = "";
  private messageText: string | undefined;
  private mnemonicText: string | undefined;
  private tagTexts: string[] | undefined;

  constructor(private readonly texts: FastTexts) {}

  /** Parameters: called for each event that rules may apply to. */
  begin(shape: Shape, bytes: Uint8Array, time: Micros, levels: number, type: number, program: string): void {
    this.shape = shape;
    this.bytes = bytes;
    this.ownTimes[0] = time;
    this.times = this.ownTimes;
    this.severity = levels & 7;
    this.facility = levels >> 3;
    this.type = type;
    this.extra = "";
    this.set = noPairs;
    this.isOther = false;
    this.hostText = undefined;
    this.programText = program;
    this.messageText = undefined;
    this.mnemonicText = undefined;
    this.tagTexts = undefined;
  }

  /** Releases the body that held the event. */
  end(): void {
    this.bytes = noBytes;
  }

  /** Apart from new tags, only its levels can have changed. */
  get isAsItWas(): boolean {
    return !this.isOther && this.times === this.ownTimes && this.extra === "";
  }

  get host(): string {
    if (this.hostText !== undefined) return this.hostText;
    const { addressBytes } = this.texts;
    const { host } = this.shape;
    this.hostText = host >= 0 ? this.textOf(host) : readText(addressBytes, 0, addressBytes.length);
    return this.hostText;
  }

  set host(text: string) {
    if (text !== this.host) this.isOther = true;
    this.hostText = text;
  }

  get program(): string {
    return this.programText;
  }

  set program(text: string) {
    if (text !== this.programText) this.isOther = true;
    this.programText = text;
  }

  get message(): string {
    if (this.messageText === undefined) this.messageText = this.textOf(this.shape.message);
    return this.messageText;
  }

  set message(text: string) {
    if (text !== this.message) this.isOther = true;
    this.messageText = text;
  }

  get ciscoMnemonic(): string {
    if (!this.texts.mayHaveMnemonic && this.mnemonicText === undefined) return "";
    if (this.mnemonicText === undefined)
      this.mnemonicText = cutToCharacters(readCiscoMnemonic(this.message), nameCharactersMax);
    return this.mnemonicText;
  }

  set ciscoMnemonic(text: string) {
    if (text !== this.ciscoMnemonic) this.isOther = true;
    this.mnemonicText = text;
  }

  get tags(): string[] {
    if (this.tagTexts === undefined) this.tagTexts = readTags(this.shape, this.bytes, this.texts);
    return this.tagTexts;
  }

  set tags(tags: string[]) {
    this.isOther = true;
    this.tagTexts = tags;
  }

  has(name: string): boolean {
    const place = this.shape.tagPlaces.get(name);
    if (place === undefined) return false;
    const { starts, ends } = this.texts.table;
    const leaf = this.shape.tags[place]!;
    return ends[leaf]! > starts[leaf]!;
  }

  find(name: string): string | undefined {
    return this.has(name) ? this.textOf(this.shape.tags[this.shape.tagPlaces.get(name)!]!) : undefined;
  }

  keep(pairs: readonly string[]): boolean {
    if (this.shape.tags.length + pairs.length / 2 > tagsMax) return false;
    this.set = pairs;
    return true;
  }

  copy(): EventRow {
    const { host, program, message, severity, facility, type, status, ciscoMnemonic, extra, set } = this;
    const tags = set.length === 0 ? this.tags : mergeTags(this.tags, sortedTags(set));
    const times = [...this.times];
    return { times, host, program, message, severity, facility, type, status, ciscoMnemonic, tags, extra };
  }

  private textOf(leaf: number): string {
    const { starts, ends } = this.texts.table;
    const source = this.texts.sourceOf(leaf, this.bytes);
    if (source !== this.bytes || source.length > viewedBytesMax) return readText(source, starts[leaf]!, ends[leaf]!);
    // Making a view takes as long as reading a text.
    if (this.viewed !== source) {
      this.viewed = source;
      this.view = Buffer.from(source.buffer, source.byteOffset, source.length);
    }
    return this.view.toString("utf8", starts[leaf], ends[leaf]);
  }
}

const noPairs: string[] = [];
const noBytes = new Uint8Array(0);
/** A larger body must not stay in memory until the next one comes. */
const viewedBytesMax = 1024 * 1024;
