import type { Micros } from "../../eventstore/event/event.ts";
import { tagNameCharactersMax } from "../../eventstore/event/event-limits.ts";
import { readFacility, readLevel } from "../../eventstore/event/syslog-priority.ts";
import { sentFields } from "../../parser-rules/sent-fields.ts";
import { jsonDepthMax } from "../limits.ts";
import { readForeignTime } from "./event-time.ts";
import { type ForeignName, findForeignName, foldedRank, foreignNames, isMeant } from "./foreign-names.ts";
import { TagList } from "./tag-list.ts";

/** The findings of reading an event's JSON or line. */
export class EventFields {
  time: Micros | undefined;
  /** "" where the event does not say, as in the three below. */
  host = "";
  program = "";
  message = "";
  ciscoMnemonic = "";
  /** Retry key. */
  eventId = "";
  severity: number | undefined;
  facility: number | undefined;
  priority: { facility: number; severity: number } | undefined;
  extra: Record<string, unknown> | undefined;
  /** Its sender knows that it has a time and not which, or names one that is not understood. */
  isTimeUnknown = false;
  readonly tags = new TagList();
  /** Fields that the sender did not set, though they are filled; see `sentFields`. */
  private guessed = 0;
  /** The best foreign name seen of each target, until it is known whether a field of ours outranks it. */
  private readonly foreign: Candidate[] = [];
  /** Names that count only beside others, and the names of all leaves. */
  private readonly conditional: (ForeignName & { name: string; value: unknown })[] = [];
  private readonly seen: string[] = [];

  /** `names`: foreign names that fill in for missing fields of ours. */
  constructor(private readonly names: ReadonlyMap<string, ForeignName> = foreignNames) {}

  /** A value under a name that is not ours: a foreign name, or a tag for each scalar in it. False: nested too deep. */
  addLeaf(name: string, value: unknown, depth = 1): boolean {
    if (name.length > tagNameCharactersMax) return this.setAside(name, value, depth);
    if (typeof value === "object") {
      if (value === null) {
        this.seen.push(name);
        return true;
      }
      if (depth >= jsonDepthMax) return false;
      for (const key in value)
        if (!this.addLeaf(`${name}.${key}`, (value as Record<string, unknown>)[key], depth + 1)) return false;
      return true;
    }
    this.seen.push(name);
    const foreign = findForeignName(name, this.names);
    if (foreign?.beside !== undefined) this.conditional.push({ ...foreign, name, value });
    else if (foreign === undefined || !this.offer(foreign, name, value)) this.tags.add(name, String(value));
    return true;
  }

  /** Values that are tags whatever their names. */
  addTags(values: object, prefix = "", depth = 2): boolean {
    if (depth > jsonDepthMax) return false;
    for (const key in values) {
      const value = (values as Record<string, unknown>)[key];
      const name = prefix + key;
      if (name.length > tagNameCharactersMax) {
        if (!this.setAside(name, value, depth)) return false;
      } else if (typeof value !== "object") this.tags.add(name, String(value));
      else if (value !== null && !this.addTags(value, `${name}.`, depth + 1)) return false;
    }
    return true;
  }

  isShallow(value: object, depth = 2): boolean {
    if (depth > jsonDepthMax) return false;
    return Object.values(value).every(
      (inner) => typeof inner !== "object" || inner === null || this.isShallow(inner, depth + 1),
    );
  }

  /**
   * Fills our own empty fields from the foreign names added so far; names that are not needed become tags. More may be
   * added afterwards, for fields that are still empty.
   */
  resolve(): void {
    for (const { name, value, ...foreign } of this.conditional)
      if (!isMeant(foreign, (other) => this.seen.includes(other)) || !this.offer(foreign, name, value))
        this.tags.add(name, String(value));
    for (const { target, name, value, read, isGuess } of this.foreign) {
      const isInPriority = this.priority !== undefined && (target === "severity" || target === "facility");
      if (isUnset(this[target]) && !isInPriority) {
        (this as Record<Candidate["target"], unknown>)[target] = read;
        if (isGuess) this.guessed |= sentFields[target];
      } else this.tags.add(name, String(value));
    }
    this.foreign.length = 0;
    this.conditional.length = 0;
    this.severity ??= this.priority?.severity;
    this.facility ??= this.priority?.facility;
  }

  /** Which fields came with the event, once resolved; see `sentFields`. */
  get sent(): number {
    let sent: number = sentFields.message;
    if (this.time !== undefined) sent |= sentFields.time;
    if (this.host !== "") sent |= sentFields.host;
    if (this.program !== "") sent |= sentFields.program;
    if (this.ciscoMnemonic !== "") sent |= sentFields.cisco_mnemonic;
    if (this.severity !== undefined) sent |= sentFields.severity;
    if (this.facility !== undefined) sent |= sentFields.facility;
    return sent & ~this.guessed;
  }

  /** No tag can have this name, nor any below it; continuing would build a long name for each of them. */
  private setAside(name: string, value: unknown, depth: number): boolean {
    if (value === null) return true;
    if (typeof value === "object" && !this.isShallow(value, depth + 1)) return false;
    this.tags.keepAside(name, typeof value === "object" ? JSON.stringify(value) : String(value));
    return true;
  }

  /** False when the value does not fit the field that the name means. */
  private offer({ target, rank, isGuess }: ForeignName, name: string, value: unknown): boolean {
    const read = readForeign(target, value, rank);
    if (read === undefined) {
      if (target === "time") this.isTimeUnknown = true;
      return false;
    }
    const candidate = { target, rank, isGuess, name, value, read };
    const rival = this.foreign.findIndex((other) => other.target === target);
    if (rival < 0) this.foreign.push(candidate);
    else {
      const other = this.foreign[rival]!;
      const loser = other.rank <= rank ? candidate : other;
      if (loser === other) this.foreign[rival] = candidate;
      this.tags.add(loser.name, String(loser.value));
    }
    return true;
  }
}

interface Candidate extends ForeignName {
  name: string;
  value: unknown;
  read: unknown;
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === "";
}

function readForeign(target: ForeignName["target"], value: unknown, rank: number): unknown {
  if (target === "time") return readForeignTime(value);
  // `Level: 4` of Windows is no number of syslog.
  if (target === "severity") return rank >= foldedRank && typeof value === "number" ? undefined : readLevel(value);
  if (target === "facility") return readFacility(value);
  if (typeof value !== "string" || value === "") return undefined;
  if (target !== "message") return value;
  return withoutLineEnd(value) || undefined;
}

/**
 * Container runtimes hand lines on with their line end. A pattern would look at each run of line feeds inside once for
 * each of them.
 */
function withoutLineEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text.charCodeAt(end - 1) === 10 || text.charCodeAt(end - 1) === 13)) end--;
  return text.slice(0, end);
}
