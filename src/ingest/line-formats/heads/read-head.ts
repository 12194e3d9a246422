import { severityOfLevel, severityOfWord } from "../../../eventstore/event/severity-words.ts";
import { type Head, HeadBuilder } from "./head-builder.ts";
import {
  isClassName,
  isLoggerName,
  isPlainName,
  isPlainWord,
  isThreadName,
  loggerAndMarker,
  loggerAndProcess,
  methodPattern,
  odooLogger,
  readSourcePlace,
} from "./head-names.ts";
import { type HeadPiece, readPiece, skipLead } from "./head-piece.ts";

/** A level, a process, a thread, a logger, a file: no logger writes more than this. */
const piecesMax = 4;

/**
 * The head that begins at `at`, after the time: `INFO [main] org.example.App: `, ` - my.module - WARNING - `,
 * `|INFO|App|`. Undefined unless a level is among its first pieces, written as only loggers write it.
 */
export function readHead(line: string, at: number): Head | undefined {
  const before: HeadPiece[] = [];
  let next = skipLead(line, at);
  for (let count = 0; count < piecesMax; count++) {
    const piece = readPiece(line, next);
    if (piece === undefined) return undefined;
    const level = readLevel(line, piece);
    if (level !== undefined) return completeHead(line, before, level);
    if (!(mayStandBefore(piece) || isThreadBehind(line, piece, before.at(-1))) || isPort(piece, before.at(-1)))
      return undefined;
    before.push(piece);
    next = piece.end;
  }
  return undefined;
}

/** The pieces after a level that stood elsewhere, such as in front of the time. */
export function readHeadBehind(line: string, at: number, severity: number): Head {
  const start = skipLead(line, at);
  return completeHead(line, [], { severity, mark: "", gap: "blank", end: start });
}

interface Level {
  severity: number;
  /** A logger that is written together with it: `app.ERROR:`. */
  logger?: string;
  thread?: string;
  mark: string;
  gap: HeadPiece["gap"];
  end: number;
  /** In brackets, as in `[WARN]  agent: `. */
  isBracketed?: boolean;
  /** In small letters in brackets, as spdlog writes it after the logger. */
  isSmall?: boolean;
}

/** In capitals, in brackets, or before a mark or a column: not as a word of a sentence. */
function readLevel(line: string, piece: HeadPiece): Level | undefined {
  const { kind, text, mark, gap, end } = piece;
  if (kind === "number") return undefined;
  if (kind !== "name") return readBracketLevel(piece);
  const severity = text.length === 1 ? undefined : severityOfLevel(text);
  if (severity === undefined) return readLetter(line, piece) ?? readJoined(piece);
  const isCapital = text === text.toUpperCase() && severityOfWord(text) !== undefined;
  const isShort = text === text.toUpperCase() && text.length <= 6;
  // In a list of topics, `system,info`, no single word is a level.
  const isMarked = (mark !== "" && !("-,".includes(mark) && gap === "none")) || gap === "column";
  if (isCapital || isMarked || (isShort && line[end] === "[")) return { severity, mark, gap, end };
  return undefined;
}

function readBracketLevel({ kind, text, mark, gap, end }: HeadPiece): Level | undefined {
  // A letter in parentheses names something of the program: keepalived's `(V) Entering BACKUP STATE`.
  if (kind === "brace" || (kind === "paren" && text.length === 1)) return undefined;
  const severity = text.length === 1 && text !== text.toUpperCase() ? undefined : severityOfLevel(text);
  const isBracketed = kind === "bracket";
  const isSmall = isBracketed && text === text.toLowerCase();
  if (severity !== undefined) return { severity, mark, gap, end, isBracketed, isSmall };
  // `<Warn:HAL.Port>` of switches, `[Debug#SQL]` of Haskell.
  const partPattern = kind === "angle" ? switchPattern : kind === "bracket" ? haskellPattern : undefined;
  const part = partPattern?.exec(text) ?? null;
  const ofPart = part === null ? undefined : severityOfWord(part[1]!);
  if (ofPart !== undefined) return { severity: ofPart, logger: part![2]!, mark, gap, end };
  // `[Server thread/INFO]`, `[INFO/MainProcess]`.
  const parts = kind === "bracket" ? /^(.{1,100})\/([A-Za-z]{3,8})$|^([A-Z]{3,8})\/(.{1,100})$/.exec(text) : null;
  const word = parts?.[2] ?? parts?.[3];
  const joined = word === undefined ? undefined : severityOfWord(word);
  const thread = parts?.[1] ?? parts?.[4];
  return joined === undefined ? undefined : { severity: joined, thread: thread!, mark, gap, end };
}

const switchPattern = /^([A-Z][a-z]{3,6}):([\w.]{1,64})$/;
const haskellPattern = /^([A-Z][a-z]{3,6})#([\w.]{1,64})$/;

/** `I | etcdmain: `, `I NETWORK  [conn1] `: a single letter. */
function readLetter(line: string, { text, mark, gap, end }: HeadPiece): Level | undefined {
  if (text.length !== 1 || text !== text.toUpperCase()) return undefined;
  const severity = severityOfLevel(text);
  const isColumn =
    mark === "|" || (mark === "" && gap !== "none" && /^(?:[A-Z]{3,12}|-) +\[/.test(line.slice(end, end + 32)));
  return severity !== undefined && isColumn ? { severity, mark, gap, end } : undefined;
}

/** `production.ERROR: ` and Icinga's `critical/ApiListener: `, a logger and its level. */
function readJoined({ text, mark, gap, end }: HeadPiece): Level | undefined {
  const slash = mark === ":" ? text.indexOf("/") : -1;
  const before = slash > 0 ? severityOfWord(text.slice(0, slash)) : undefined;
  if (before !== undefined && /^[A-Za-z]\w*$/.test(text.slice(slash + 1)))
    return { severity: before, logger: text.slice(slash + 1), mark, gap, end };
  const dot = text.lastIndexOf(".");
  const severity = dot > 0 && mark === ":" ? severityOfWord(text.slice(dot + 1)) : undefined;
  if (severity === undefined || text.slice(dot + 1) !== text.slice(dot + 1).toUpperCase()) return undefined;
  return { severity, logger: text.slice(0, dot), mark, gap, end };
}

/** Numbers, brackets, or a logger that a mark or its dots reveal. */
function mayStandBefore({ kind, text, mark, gap }: HeadPiece): boolean {
  if (kind === "number") return text.length <= 10;
  // A query's id of ClickHouse.
  if (kind === "brace") return readSourcePlace(text) !== undefined || /^[0-9a-f-]{0,40}$/.test(text);
  if (kind !== "name") return true;
  return mark !== "" || gap === "column" || (gap === "none" && text.length <= 64) || isLoggerName(text);
}

/** `o.a.s.d.nimbus main [ERROR] `: Storm's thread stands between the logger and the level. */
function isThreadBehind(line: string, { text, end }: HeadPiece, before: HeadPiece | undefined): boolean {
  return line[end] === "[" && before?.kind === "name" && isLoggerName(before.text) && isThreadName(text);
}

/** `proxy.example.org:5070 error : refused` is a sentence; a number right after a file is its line. */
function isPort({ kind }: HeadPiece, before: HeadPiece | undefined): boolean {
  const isJoined = kind === "number" && before?.kind === "name" && before.mark === ":" && before.gap === "none";
  return isJoined && readSourcePlace(before.text) === undefined;
}

function completeHead(line: string, before: readonly HeadPiece[], level: Level): Head {
  const head = new HeadBuilder();
  head.severity = level.severity;
  head.logger = level.logger;
  if (level.thread !== undefined) head.setThread(level.thread);
  const isAlone = before.length === 1;
  for (const [i, piece] of before.entries()) addBefore(piece, head, isAlone && level.isSmall === true, before[i - 1]);
  head.end = level.end;
  if (isAlone && head.has("pid") && takeOdooLogger(line, head)) return head;
  if (level.mark === "" && takeModule(line, head)) return head;
  // The message begins after a colon and a blank: `app.ERROR: `, `error: `.
  if (level.mark === ":" && level.gap !== "none") return head;
  if (head.logger === undefined || line[level.end] === "[") addBehind(line, head, level);
  return head;
}

/** `ERROR in shop.cart: Exception on /carts` of Flask. */
function takeModule(line: string, head: HeadBuilder): boolean {
  modulePattern.lastIndex = head.end;
  const found = head.logger === undefined ? modulePattern.exec(line) : null;
  if (found === null) return false;
  head.logger = found[1];
  head.end = modulePattern.lastIndex;
  return true;
}

const modulePattern = /in ([A-Za-z_][\w.]{0,100}): /y;

/** Odoo's database, or `?`, stands between the level and the logger: `4711 INFO shop odoo.sql_db: refused`. */
function takeOdooLogger(line: string, head: HeadBuilder): boolean {
  odooLogger.lastIndex = head.end;
  const found = odooLogger.exec(line);
  if (found === null) return false;
  if (found[1] !== "?") head.add("database", found[1]);
  head.program = "odoo";
  head.logger = found[2];
  head.end = odooLogger.lastIndex;
  return true;
}

/** `isNamed`: a bracket before the level has a logger. `before`: the piece in front of it. */
function addBefore({ kind, text }: HeadPiece, head: HeadBuilder, isNamed: boolean, before?: HeadPiece): void {
  // Git's `git.c:460 `, a file and its line.
  const isLineNumber = before?.mark === ":" && before.gap === "none" && readSourcePlace(before.text) !== undefined;
  if (kind === "number") head.add(isLineNumber ? "line" : "pid", text);
  else if (kind === "brace") head.setPlace(text);
  else if (kind === "name") {
    if (head.setPlace(text)) return;
    if (head.logger !== undefined && isThreadName(text)) head.setThread(text);
    else head.logger ??= text;
  } else if (/^\d{1,10}(?::\d{1,5})?$/.test(text)) {
    // Unbound's process and thread.
    const [pid, thread] = text.split(":");
    head.add("pid", pid);
    head.add("thread", thread);
  } else if (kind === "bracket" && (isLoggerName(text) || (isNamed && isPlainName(text))) && head.logger === undefined)
    head.logger = text;
  else if (text !== "") head.setThread(text);
}

/** The pieces between the level and the message. */
function addBehind(line: string, head: HeadBuilder, level: Level): void {
  const isTight = (level.mark === ":" && level.gap === "none") || level.mark === "|";
  const { isBracketed = false } = level;
  if (isBracketed && level.gap === "none" && level.mark === "") {
    if (takeTopics(line, head)) return;
    takeJoinedLogger(line, head);
  }
  let isSpring = level.mark === "---";
  for (let count = 0; count < piecesMax + 1; count++) {
    if (isSpring && head.logger === undefined && head.takeBracketedLogger(line)) return;
    const piece = readPiece(line, head.end);
    if (piece === undefined) return;
    if (piece.kind === "number") {
      if (piece.mark !== "---" || head.logger !== undefined) return;
      head.add("pid", piece.text);
      isSpring = true;
    } else if (piece.kind === "name") {
      // Zap's logger stands before the place: a column after it is the message.
      if (head.logger === undefined && head.has("file_name") && piece.mark === "" && piece.gap === "column") return;
      // `CassandraDaemon.java:507 - Hostname: db-1`: after the dash, too.
      if (head.has("file_name") && piece.mark === ":" && line.startsWith(" - ", head.end - 3)) return;
      const end =
        head.logger === undefined
          ? takeName(line, piece, head, { isTight, isBracketed })
          : takePlace(line, piece, head);
      if (end === undefined) return;
      head.end = end;
      continue;
    } else if (!takeBracket(line, piece, head, isSpring)) return;
    head.end = piece.end;
  }
}

/** `server.go:12`, a file and its line. */
function takePlace(line: string, piece: HeadPiece, head: HeadBuilder): number | undefined {
  const { text, mark, gap, end } = piece;
  const number = mark === ":" && gap === "none" ? readPiece(line, end) : undefined;
  const isPlace = number?.kind === "number" && head.setPlace(`${text}:${number.text}`);
  return isPlace ? number.end : undefined;
}

/** `[info][gc,heap] ` of Java itself: what the message is about, as many words as it wants. */
function takeTopics(line: string, head: HeadBuilder): boolean {
  topicsPattern.lastIndex = head.end;
  const found = topicsPattern.exec(line);
  if (found === null) return false;
  head.add("topics", found[1]);
  head.end = topicsPattern.lastIndex;
  return true;
}

const topicsPattern = /\[([a-z]+(?:,[a-z]+)+) *\] */y;

/** `[INFO ][plugins-service] `: right after the level's bracket, unless a logger follows and it is a thread. */
function takeJoinedLogger(line: string, head: HeadBuilder): void {
  const piece = readPiece(line, head.end);
  if (piece?.kind !== "bracket" || head.logger !== undefined || isHeadAhead(line, piece.end)) return;
  if (!/^[A-Za-z][\w.:-]{0,100}$/.test(piece.text)) return;
  head.logger = piece.text;
  head.end = piece.end;
}

function takeName(
  line: string,
  piece: HeadPiece,
  head: HeadBuilder,
  { isTight, isBracketed }: { isTight: boolean; isBracketed: boolean },
): number | undefined {
  const place = takePlace(line, piece, head);
  if (place !== undefined) return place;
  const { text, mark, gap, start, end } = piece;
  if (mark === ":" && head.setPlace(text)) return end;
  if ((/(?:Error|Exception|Warning)$/.test(text) && !text.includes("#")) || severityOfWord(text) !== undefined)
    return undefined;
  // Asterisk's function after the file.
  if (mark === ":" && gap !== "none" && head.has("file_name") && /^[a-z][a-z0-9]*_[a-z0-9_]*$/.test(text)) {
    head.add("function", text);
    return end;
  }
  // loguru's `module:function:12`, and `Logger:12`.
  const rest =
    mark === ":" && gap === "none"
      ? /^(?:([A-Za-z_<][\w<>.]{0,63}):)?(\d{1,6}) +(?:- )?/.exec(line.slice(end, end + 80))
      : null;
  if (rest !== null) {
    head.logger = text;
    head.add("function", rest[1]);
    head.add("line", rest[2]);
    return end + rest[0].length;
  }
  // `node           : rabbit@db-1` is a row that a program prints about itself.
  const isApart = line[start + text.length] === " ";
  const isParted =
    (mark === ":" && (isTight || (gap !== "none" && ((isBracketed && !isApart) || !isPlainWord(text))))) ||
    mark === "|" ||
    (mark.startsWith("-") && gap !== "none") ||
    (mark === "" && gap === "column");
  if (!isParted && !isLoggerInFront(line, piece, head)) return undefined;
  if (head.logger === undefined && isColumnOfThread(line, piece)) {
    head.setThread(text);
    return end;
  }
  const method = mark === "" ? methodPattern.exec(text) : null;
  head.logger = method?.[1] ?? text;
  head.add("function", method?.[2]);
  return end;
}

/** `INFO	main	io.trino.server.Server	…`, `| main | FeaturesServiceImpl | …`: the logger stands in the next column. */
function isColumnOfThread(line: string, { text, mark, gap, end }: HeadPiece): boolean {
  const isColumn = mark === "|" || (mark === "" && gap === "column");
  const next = isColumn ? readPiece(line, end) : undefined;
  if (next?.kind !== "name" || next.mark !== mark || (mark === "" && next.gap !== "column")) return false;
  return isLoggerName(next.text) || (isThreadName(text) && isClassName(next.text));
}

/** No mark follows it, but a bracket does, or a thread precedes it. */
function isLoggerInFront(line: string, { text, mark, gap, end }: HeadPiece, head: HeadBuilder): boolean {
  if (mark !== "" || gap === "none") return false;
  if (isLoggerName(text)) return line[end] === "[" || head.has("thread");
  // Splunk's `TcpInputProc [71 MainThread] - `.
  return line[end] === "[" && /^\[\d{1,10} [\w-]{1,64}\] +- /.test(line.slice(end, end + 84));
}

function takeBracket(line: string, piece: HeadPiece, head: HeadBuilder, isSpring: boolean): boolean {
  const { kind, text, mark } = piece;
  if (kind === "brace" || (kind !== "angle" && readSourcePlace(text) !== undefined)) return head.setPlace(text);
  if (text === "") return true;
  // `[Server thread/INFO] [net.minecraft.server.MinecraftServer/]: `, a logger and its marker.
  const marked = mark === ":" && head.has("thread") && head.logger === undefined ? loggerAndMarker.exec(text) : null;
  if (kind === "bracket" && marked !== null) {
    head.logger = marked[1];
    return true;
  }
  if (/^req-[\w-]{8,}/.test(text)) {
    head.add("request_id", text.split(" ", 1)[0]);
    return true;
  }
  const withProcess = kind === "bracket" && head.logger === undefined ? loggerAndProcess.exec(text) : null;
  if (withProcess !== null) {
    head.logger = withProcess[1];
    head.add("pid", withProcess[2]);
    head.add("thread", withProcess[3]);
    return true;
  }
  const mayBeThread = kind === "paren" && isThreadName(text) && !head.has("thread");
  if ((head.logger !== undefined && !mayBeThread) || text.startsWith("Errno ")) return false;
  // Erlang's processes.
  if (kind === "angle" && !/^\d{1,6}\.\d{1,10}\.\d{1,6}$/.test(text)) return false;
  if (kind === "paren" && !mayBeThread) return false;
  if (/^\d{1,10}$/.test(text)) head.add("pid", text);
  else if (kind === "bracket" && isLogger(text, mark) && !isHeadAhead(line, piece.end)) head.logger = text;
  else if (isSpring && head.has("thread")) head.moveThreadToProgram(text);
  else if (
    mayBeThread ||
    isSpring ||
    mark !== "" ||
    kind === "angle" ||
    isThreadName(text) ||
    isHeadAhead(line, piece.end)
  )
    head.setThread(text);
  else return false;
  return true;
}

function isLogger(text: string, mark: string): boolean {
  return isLoggerName(text) || (mark === "" && isClassName(text) && !isThreadName(text));
}

/** A logger follows, so the bracket before it was not part of a sentence. */
function isHeadAhead(line: string, at: number): boolean {
  const next = readPiece(line, at);
  if (next === undefined || next.kind === "number") return false;
  if (next.kind !== "name") return next.kind === "bracket" && isHeadAhead(line, next.end);
  return isLoggerName(next.text) && (next.mark === ":" || next.mark.startsWith("-") || next.gap !== "none");
}
