import { readFileSync } from "node:fs";
import * as z from "zod";
import { randomHex } from "../../lib/ids.ts";
import { CommandError } from "../command.ts";
import { headBytesMax } from "./limits.ts";

/** How far a file was sent. */
export interface FileState {
  /** Path under which it was last seen. */
  path: string;
  /** Device and inode. */
  inode: string;
  /** When it was made, if the file system knows: an inode is given again. */
  bornMs?: number;
  /**
   * Names the lines of this file in the service, together with their places. Generated when the file is first seen. No
   * two files have the same: the service takes a place for known that another file has sent.
   */
  fileId: string;
  /** Everything before it is stored. */
  offset: number;
  /**
   * The place at which a pause ended an event. A repeated send must end it there again: lines that came later are a new
   * event, otherwise its beginning would be stored twice.
   */
  pausedAt?: number;
  /** Hash of its first bytes, and their number. */
  head: string;
  headBytes: number;
  /** Hash of the bytes right before `offset`: a copy has the same. */
  tail: string;
  /** The same for the first batch while it is on its way: nothing else tells a copy from a file that begins alike. */
  first?: Pick<FileState, "offset" | "tail">;
  /**
   * Name of the file whose copy it is. As long as both have the same bytes these are sent from the other alone; once
   * they differ it is sent from `offset` on, and once the other is emptied it goes on in its place.
   */
  copyOf?: string;
}

/** The contents of the state file. */
export interface State {
  version: 1;
  files: FileState[];
  /** Files that were emptied or deleted; a copy of one is not sent again. The oldest first. */
  past: FileState[];
  /** Journal only: everything up to this cursor is stored. */
  cursor?: string;
}

/** Nothing was sent yet where there is no such file. Throws CommandError for one that is no state, or a broken one. */
export function readState(path: string): State {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { version: 1, files: [], past: [] };
    throw new CommandError(`Cannot read the state in "${path}": ${String(error)}`, 1, { cause: error });
  }
  const result = stateSchema.safeParse(parse(text, path), { reportInput: true, error: messageOfIssue });
  if (!result.success) throw noState(path, ofIssue(result.error.issues[0]!));
  const state = result.data;
  const inode = firstRepeated(state.files.map((file) => file.inode));
  if (inode !== undefined) throw noState(path, `files: the inode "${inode}" is there twice`);
  separate(state);
  return state;
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw noState(path, "it is no JSON");
  }
}

function noState(path: string, reason: string): CommandError {
  return new CommandError(
    `"${path}" holds no state of vigie ship (${reason}): mend it, name another file with --state, or remove it to have everything sent again.`,
  );
}

function ofIssue({ path, message }: z.core.$ZodIssue): string {
  const place = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return place === "" ? message : `${place.replace(/^\./, "")}: ${message}`;
}

/** Undefined leaves the text that stands beside the shape. */
function messageOfIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_union") return `expected a hash or "", got ${shown(issue.input)}`;
  if (issue.code === "invalid_value") return `expected ${issue.values.join(" or ")}, got ${shown(issue.input)}`;
  if (issue.code === "invalid_type") return `expected ${withArticle(issue.expected)}, got ${shown(issue.input)}`;
  return undefined;
}

function withArticle(kind: string): string {
  return kindNames[kind] ?? `a ${kind}`;
}

const kindNames: Record<string, string> = {
  int: "a whole number",
  number: "a whole number",
  string: "a text",
  array: "a list",
  object: "an object",
};

function shown(value: unknown): string {
  return value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value)).slice(0, shownCharactersMax);
}

/** Of a wrong value as many characters are shown. */
const shownCharactersMax = 60;

const place = z.int().min(0, { error: ({ input }) => `expected 0 or more, got ${shown(input)}` });

const hash = z.string().regex(/^[0-9a-f]{32}$/, {
  error: ({ input }) => `expected a hash of 32 hexadecimal digits, got ${shown(input)}`,
});

const name = z.string().min(1, { error: 'expected a text, got ""' });

const fileSchema = z
  .object({
    path: name,
    inode: name,
    bornMs: z.number().exactOptional(),
    fileId: name,
    offset: place,
    pausedAt: place.exactOptional(),
    head: hash,
    headBytes: place.max(headBytesMax, { error: `expected ${headBytesMax} at most` }),
    // A file that is read from its end on has none before its first news.
    tail: z.literal("").or(hash),
    first: z.object({ offset: place, tail: hash }).exactOptional(),
    copyOf: name.exactOptional(),
  })
  .refine(({ first, offset }) => first === undefined || (first.offset > 0 && offset === 0), {
    path: ["first"],
    error: "expected an end behind 0, and only where nothing is known to be stored",
  });

const stateSchema = z.object({
  version: z.literal(1),
  files: z.array(fileSchema),
  past: z.array(fileSchema),
  cursor: z.string().exactOptional(),
});

function firstRepeated(texts: readonly string[]): string | undefined {
  return texts.find((text, at) => texts.indexOf(text) < at);
}

/** Earlier builds gave a copy the name of its original, also while both were written to: each has its own now. */
function separate({ files, past }: State): void {
  const taken = new Set<string>();
  for (const file of files) {
    if (taken.has(file.fileId)) file.fileId = randomHex(8);
    taken.add(file.fileId);
  }
  const kept = past.filter((file, at) => {
    const isNewest = past.findLastIndex(({ fileId }) => fileId === file.fileId) === at;
    return isNewest && !taken.has(file.fileId);
  });
  past.splice(0, past.length, ...kept);
}
