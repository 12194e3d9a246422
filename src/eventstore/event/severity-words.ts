/** The number of a level word in any case: the whole text has to be it. */
export function severityOfWord(word: string): number | undefined {
  return severityBetween(word, 0, word.length);
}

/** The same of the word in text[from .. to), which is not cut out of it unless it may be one. */
export function severityBetween(text: string, from: number, to: number): number | undefined {
  if (to - from < 3 || to - from > 13 || !wordBegins[pairOf(text, from)]) return undefined;
  return severities.get(text.slice(from, to).toLowerCase());
}

/** The same of the word in bytes[from .. to); -1: it is none. */
export function severityOfBytes(bytes: Uint8Array, from: number, to: number): number {
  if (to - from < 3 || to - from > 13) return -1;
  const words = wordBytes[((bytes[from]! & 31) << 5) | (bytes[from + 1]! & 31)]!;
  for (let i = 0; i < words.length; i++) if (isWord(words[i]!.word, bytes, from, to)) return words[i]!.severity;
  return -1;
}

function isWord(word: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from !== word.length) return false;
  let same = 0;
  while (same < word.length && (bytes[from + same]! | 0x20) === word[same]) same++;
  return same === word.length;
}

/** The first two letters tell that most words are no levels; lines are asked word by word. */
function pairOf(text: string, from = 0): number {
  return ((text.charCodeAt(from) & 31) << 5) | (text.charCodeAt(from + 1) & 31);
}

function beginsOf(words: Iterable<string>): Uint8Array {
  const begins = new Uint8Array(32 * 32);
  for (const word of words) begins[pairOf(word)] = 1;
  return begins;
}

/** Level words by their syslog number. Only words that no reader would take for something else. */
const severities = new Map<string, number>(
  Object.entries({
    emerg: 0,
    emergency: 0,
    panic: 0,
    alert: 1,
    crit: 2,
    critical: 2,
    fatal: 2,
    severe: 3,
    err: 3,
    eror: 3,
    erro: 3,
    error: 3,
    warn: 4,
    warning: 4,
    notice: 5,
    info: 6,
    information: 6,
    informational: 6,
    debug: 7,
    dbug: 7,
    debg: 7,
    trace: 7,
    verbose: 7,
    // Words that Windows, Java and PostgreSQL write in other languages.
    fehler: 3,
    erreur: 3,
    schwerwiegend: 3,
    warnung: 4,
    avertissement: 4,
    hinweis: 5,
  }),
);

/**
 * The same for places where a level is expected. These accept words that are ordinary elsewhere (`fine` of Java, `fail`
 * of .NET), short forms of loggers, and single letters.
 */
export function severityOfLevel(level: string): number | undefined {
  if (level.length > 1 && !levelBegins[pairOf(level)]) return undefined;
  const word = level.toLowerCase();
  return severityOfWord(word) ?? levels.get(word);
}

/** Words that are levels only where one is expected. */
const levels = new Map<string, number>(
  Object.entries({
    a: 1,
    c: 2,
    f: 2,
    ftl: 2,
    crt: 2,
    cri: 2,
    catastrophic: 1,
    failure: 3,
    fail: 3,
    e: 3,
    w: 4,
    wrn: 4,
    n: 5,
    note: 6,
    ntc: 5,
    config: 6,
    inf: 6,
    i: 6,
    log: 6,
    system: 5,
    success: 6,
    fine: 7,
    finer: 7,
    finest: 7,
    dbg: 7,
    d: 7,
    ddebug: 7,
    debug1: 7,
    debug2: 7,
    debug3: 7,
    debug4: 7,
    debug5: 7,
    trce: 7,
    trc: 7,
    vrb: 7,
    verb: 7,
    silly: 7,
    sill: 7,
    v: 7,
    t: 7,
  }),
);

const wordBegins = beginsOf(severities.keys());
/** By their first two letters, in lower case. */
const wordBytes: { word: Uint8Array; severity: number }[][] = Array.from({ length: 32 * 32 }, () => []);
for (const [word, severity] of severities) wordBytes[pairOf(word)]!.push({ word: Buffer.from(word), severity });
const levelBegins = beginsOf([...severities.keys(), ...levels.keys()].filter((word) => word.length > 1));
