import type { ColumnBuilder } from "../../eventstore/build/column-builder.ts";
import { tagNameCharactersMax, tagsMax } from "../../eventstore/event/event-limits.ts";
import { tagNameFor } from "../../eventstore/event/reserved-names.ts";
import { sentFields } from "../../parser-rules/sent-fields.ts";
import type { ByteIndex, ByteTargets } from "../../triggers/matching/byte-index.ts";
import { endOfText } from "../commit/identity.ts";
import {
  type ForeignName,
  findForeignName,
  foldedRank,
  foreignNames,
  isMeant,
  protocolNames,
} from "../event/foreign-names.ts";
import { isDialectMark } from "../event/json-dialects/translate-dialect.ts";

/** Role of a leaf in an event's JSON. */
export type Role =
  | "ts"
  | "host"
  | "program"
  | "message"
  | "severity"
  | "facility"
  | "priority"
  /** A number under the name of the retry key is a tag; a text is for the slow path. */
  | "event_id"
  /** The message where there is no other. */
  | "fallback"
  /** A slot that is empty. */
  | "none"
  /** A foreign name: replaces a missing field of ours, else it is a tag. */
  | "foreign"
  | "tag";

export interface Leaf {
  role: Role;
  /** Its name as a tag. */
  name: string;
  /** As it stands in the event; "" where the sender itself made it a tag. */
  path: string;
  foreign: ForeignName | undefined;
}

/**
 * Everything that events with the same names in the same order share, worked out once. Numbers are positions of leaves
 * in that order, -1 for none. Undefined: such events take the slow path.
 */
export interface Shape {
  ts: number;
  host: number;
  program: number;
  message: number;
  severity: number;
  facility: number;
  priority: number;
  /** The name under which they stand is a foreign one. */
  isForeignSeverity: boolean;
  isForeignMessage: boolean;
  /** Its program may be "": no foreign name replaces it then. */
  mayBeNameless: boolean;
  /** Which fields come with such an event; see `sentFields`. */
  sent: number;
  /** Leaf of a retry key, which must be a number. */
  eventId: number;
  /** Leaves that are tags, in the order of their names, and these. */
  tags: Uint16Array;
  tagNames: string[];
  tagSet: ReadonlySet<string>;
  /** By name of a tag, where it stands in `tags`. */
  tagPlaces: ReadonlyMap<string, number>;
  /** Each name with its end mark, as `hashOfNames` takes them. */
  nameBytes: Uint8Array[];
  /** What an identity has for all of them, made when one first needs it. */
  namesHash: Uint8Array | undefined;
  /** The columns of the tags in the builder of this thread, looked up again when its generation is another. */
  columns: ColumnBuilder[] | undefined;
  generation: number;
  /** The leaves that triggers ask for, looked up again when the triggers change. */
  asked: AskedLeaves | undefined;
}

/** The leaves in which an index of triggers searches. */
export interface AskedLeaves {
  index: ByteIndex;
  leaves: readonly { leaf: number; targets: ByteTargets }[];
}

/** The shape that these leaves make; undefined when only the slow path can handle them. */
export function shapeOf(leaves: readonly Leaf[]): Shape | undefined {
  const own = (role: Role) => leaves.findIndex((leaf) => leaf.role === role);
  const places = { ts: own("ts"), host: own("host"), program: own("program"), message: own("message") };
  const shape = { ...places, severity: own("severity"), facility: own("facility"), priority: own("priority") };
  const eventId = own("event_id");
  const has = (path: string) => leaves.some((leaf) => leaf.path === path);
  const isTag = leaves.map(
    ({ role, foreign: name }) => role === "tag" || role === "event_id" || (name !== undefined && !isMeant(name, has)),
  );
  const foreign = { isForeignSeverity: false, isForeignMessage: false };
  for (const [target, field] of targets) {
    const candidates = leaves.flatMap((leaf, place) =>
      leaf.foreign?.target === target && !isTag[place] ? [place] : [],
    );
    const hasOwn = shape[field] >= 0 || (shape.priority >= 0 && (target === "severity" || target === "facility"));
    if (hasOwn) for (const place of candidates) isTag[place] = true;
    else if (candidates.length > 1) return undefined;
    else if (target === "severity" && candidates.some((place) => leaves[place]!.foreign!.rank >= foldedRank))
      return undefined;
    else if (candidates.length === 1) {
      shape[field] = candidates[0]!;
      if (target === "severity") foreign.isForeignSeverity = true;
      if (target === "message") foreign.isForeignMessage = true;
    }
  }
  if (shape.message < 0) shape.message = own("fallback");
  if (shape.message < 0) return undefined;
  const tags = sortedTags(leaves, isTag);
  const sent = sentBy(shape, leaves);
  const mayBeNameless = !leaves.some((leaf) => leaf.foreign?.target === "program");
  return (
    tags && {
      ...shape,
      ...foreign,
      mayBeNameless,
      sent,
      eventId,
      ...tags,
      columns: undefined,
      generation: -1,
      asked: undefined,
    }
  );
}

/** The twin of `EventFields.sent`. */
function sentBy(shape: Record<SentRole, number>, leaves: readonly Leaf[]) {
  const { ts, host, program, severity, facility, priority } = shape;
  const isSaid = (leaf: number) => leaf >= 0 && leaves[leaf]!.foreign?.isGuess !== true;
  let sent: number = sentFields.message;
  if (isSaid(ts)) sent |= sentFields.time;
  if (isSaid(host)) sent |= sentFields.host;
  if (isSaid(program)) sent |= sentFields.program;
  if (isSaid(severity) || priority >= 0) sent |= sentFields.severity;
  if (isSaid(facility) || priority >= 0) sent |= sentFields.facility;
  return sent;
}

type SentRole = "ts" | "host" | "program" | "severity" | "facility" | "priority";

const targets = [
  ["time", "ts"],
  ["host", "host"],
  ["program", "program"],
  ["severity", "severity"],
  ["facility", "facility"],
  ["message", "message"],
] as const;

function sortedTags(leaves: readonly Leaf[], isTag: readonly boolean[]) {
  const places = leaves.flatMap((_, place) => (isTag[place] ? [place] : []));
  const names = places.map((place) => leaves[place]!.name);
  // Two of one name, or more than may be: some would have to be set aside.
  if (new Set(names).size < names.length || names.length > tagsMax) return undefined;
  const order = places.map((_, index) => index).sort((a, b) => (names[a]! < names[b]! ? -1 : 1));
  return tagsAt(
    order.map((index) => names[index]!),
    order.map((index) => places[index]!),
  );
}

/** Tags of these names, sorted and unique, at these leaves. */
export function tagsAt(tagNames: string[], leaves: readonly number[]) {
  const nameBytes = tagNames.map((name) => Uint8Array.from([...Buffer.from(name), endOfText]));
  return {
    tags: Uint16Array.from(leaves),
    tagNames,
    tagSet: new Set(tagNames),
    tagPlaces: new Map(tagNames.map((name, place) => [name, place])),
    nameBytes,
    namesHash: undefined as Uint8Array | undefined,
  };
}

/** Role of a scalar under this name; `path`: its dotted name. Undefined: not for the fast path. */
export function leafOf(path: string, isTopLevel: boolean, isInUserTags: boolean): Leaf | undefined {
  if (path === "" || path.length > tagNameCharactersMax - 3) return undefined;
  const name = tagNameFor(path);
  if (isInUserTags) return { role: "tag", name, path: "", foreign: undefined };
  if (isTopLevel) {
    if (ownRoles.has(path as Role)) return { role: path as Role, name, path, foreign: undefined };
    if (slowNames.has(path) || isDialectMark(path)) return undefined;
  }
  const foreign = findForeignName(path, foreignNames);
  return { role: foreign ? "foreign" : "tag", name, path, foreign };
}

/** The same in an event of another protocol, where our names are foreign ones, too. */
export function leafOfProtocol(path: string): Leaf | undefined {
  if (path === "" || path.length > tagNameCharactersMax - 3) return undefined;
  const foreign = findForeignName(path, protocolNames);
  return { role: foreign ? "foreign" : "tag", name: tagNameFor(path), path, foreign };
}

const ownRoles: ReadonlySet<Role> = new Set([
  "ts",
  "host",
  "program",
  "message",
  "severity",
  "facility",
  "priority",
  "event_id",
] as const);
const slowNames: ReadonlySet<string> = new Set(["user_tags", "extra_fields", "cisco_mnemonic"]);

/**
 * Objects of these names at the top are not for the fast path: they are values of the wrong kind, or kept as they are.
 */
export const noObjects: ReadonlySet<string> = new Set([
  "ts",
  "program",
  "message",
  "severity",
  "facility",
  "priority",
  "event_id",
  "extra_fields",
  "cisco_mnemonic",
]);
