import { isBlank, isDigit, isLetter, skipBlanks } from "../../../time-text/scan.ts";

/** One of the parts that loggers put in front of a message. */
export interface HeadPiece {
  kind: "bracket" | "paren" | "angle" | "brace" | "number" | "name";
  /** Without its brackets, trimmed. */
  text: string;
  /** The separator that follows, without blanks around: "", "-", "--", "---", ":", "|", ",", ";", ">". */
  mark: string;
  /** Two or more blanks follow it, as in columns, or a tab. */
  gap: "none" | "blank" | "column";
  start: number;
  /** Start of the next piece, or of the message. */
  end: number;
}

/** Longer pieces are no part of a head. */
const pieceCharactersMax = 200;

/** The part that begins at `at`, where no blank stands. Undefined: the text there is no part of a head. */
export function readPiece(line: string, at: number): HeadPiece | undefined {
  const code = line.charCodeAt(at);
  const close = closers[line[at]!];
  if (close !== undefined) return readBracketed(line, at, close);
  if (isDigit(code)) {
    let end = at;
    while (isDigit(line.charCodeAt(end))) end++;
    const isNumber = !isNamePart(line.charCodeAt(end)) && end - at <= 20;
    return isNumber ? finish(line, "number", at, end, line.slice(at, end)) : undefined;
  }
  if (!isLetter(code) && code !== 0x5f && code !== 0x24) return undefined;
  const end = endOfName(line, at);
  return end - at > pieceCharactersMax ? undefined : finish(line, "name", at, end, line.slice(at, end));
}

const closers: Record<string, { close: string; kind: HeadPiece["kind"] }> = {
  "[": { close: "]", kind: "bracket" },
  "(": { close: ")", kind: "paren" },
  "<": { close: ">", kind: "angle" },
  "{": { close: "}", kind: "brace" },
};

/** Brackets of the same kind may stand inside: `[QuorumPeer[myid=1]/0:0:2181]`. */
function readBracketed(line: string, at: number, { close, kind }: { close: string; kind: HeadPiece["kind"] }) {
  const open = line[at];
  let depth = 0;
  const last = Math.min(line.length, at + pieceCharactersMax);
  for (let end = at; end < last; end++) {
    if (line[end] === open) depth++;
    else if (line[end] === close && --depth === 0)
      return finish(line, kind, at, end + 1, line.slice(at + 1, end).trim());
  }
  return undefined;
}

/** A dot or a dash at its end is no part of it. */
function endOfName(line: string, at: number): number {
  let end = at;
  const last = Math.min(line.length, at + pieceCharactersMax + 1);
  while (end < last && (isNamePart(line.charCodeAt(end)) || isInside(line, end))) end++;
  return end;
}

/** Letters, digits, `_ $`, and characters beyond ASCII. */
function isNamePart(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === 0x5f || code === 0x24 || code >= 0x80;
}

/** Marks within a name: between two letters or digits. `::` of C++ and Rust is one. */
function isInside(line: string, at: number): boolean {
  const mark = line.charCodeAt(at);
  if (mark === colon && line.charCodeAt(at + 1) === colon) return isNamePart(line.charCodeAt(at + 2));
  if (mark === colon && line.charCodeAt(at - 1) === colon) return true;
  return mark < 128 && insideMarks[mark] === 1 && isNamePart(line.charCodeAt(at + 1));
}

const colon = 0x3a;
const insideMarks = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(".-/#@~\\".includes(String.fromCharCode(code))),
);

function finish(line: string, kind: HeadPiece["kind"], start: number, pieceEnd: number, text: string): HeadPiece {
  const markAt = skipBlanks(line, pieceEnd);
  const markEnd = endOfMark(line, markAt, markAt > pieceEnd);
  const mark = markEnd === markAt ? "" : line.slice(markAt, markEnd);
  const end = markEnd === markAt ? markAt : skipBlanks(line, markEnd);
  const blanks = end - pieceEnd - (markEnd - markAt);
  const hasTab = blanks === 1 && line.charCodeAt(markAt > pieceEnd ? pieceEnd : markEnd) === tab;
  const gap = blanks === 0 ? "none" : hasTab || blanks > 1 ? "column" : "blank";
  return { kind, text, mark, gap, start, end };
}

const tab = 0x09;

/** A dash separates only among blanks; a colon, a comma, a bar also directly. */
function endOfMark(line: string, at: number, isApart: boolean): number {
  const mark = line[at];
  if (mark === "|" || mark === "," || mark === ";" || mark === ":") return at + 1;
  if (mark !== "-" || !isApart) return at;
  let end = at;
  while (line[end] === "-" && end - at < 8) end++;
  return isBlank(line.charCodeAt(end)) || end === line.length ? end : at;
}

/** Blanks and a mark after the time: ` - `, ` -> `, ` | `, `, `, `: `. */
export function skipLead(line: string, at: number): number {
  leadPattern.lastIndex = at;
  leadPattern.exec(line);
  return leadPattern.lastIndex;
}

const leadPattern = /[ \t]*(?:[|,;:>]|-{1,3}>?(?=[ \t]))?[ \t]*/y;
