/**
 * Suggests which of the names that events have was meant by an unknown one: the same name in other letters, other
 * tools' name for it, a name with a slip of the finger, or one that contains it or begins alike. Undefined: none is
 * similar.
 */
export function suggestField(name: string, known: ReadonlySet<string>): string | undefined {
  const wanted = plain(name);
  if (wanted === "") return undefined;
  const names = [...known].sort();
  return (
    names.find((one) => plain(one) === wanted) ??
    synonyms.get(wanted)?.find((one) => known.has(one)) ??
    nearest(wanted, names) ??
    names.find((one) => wordsOf(one).includes(wanted)) ??
    names.find((one) => isBegin(plain(one), wanted))
  );
}

/** Other tools' names for our fields: the first of ours that events have is suggested. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      ["severity", ["level", "loglevel", "lvl", "prio", "priority", "sev", "levelname"]],
      ["host", ["hostname", "server", "node", "machine", "computer", "agent", "src"]],
      [
        "program",
        [
          "app",
          "application",
          "appname",
          "service",
          "servicename",
          "process",
          "proc",
          "logger",
          "unit",
          "source",
          "ident",
          "tag",
        ],
      ],
      ["message", ["msg", "text", "log", "body", "raw", "content", "m"]],
      ["src_ip", ["ip", "clientip", "client", "remoteaddr", "sourceip", "srcip", "address", "remoteip"]],
      ["dst_ip", ["destinationip", "destip", "dstip", "targetip"]],
      ["code", ["statuscode", "httpstatus", "responsecode", "httpcode", "response"]],
      ["user", ["username", "account", "login", "userid", "uname"]],
      ["path", ["url", "uri", "request", "requesturi", "endpoint"]],
      ["bytes", ["size", "length", "contentlength", "bodybytessent"]],
      ["last_occurrence", ["time", "timestamp", "date", "datetime"]],
      ["counter", ["count", "repeats"]],
    ] as [string, string[]][]
  ).flatMap(([ours, theirs]) => theirs.map((name): [string, string[]] => [name, [ours]])),
);

/** In small letters and without what stands between words. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}

/** One is the beginning of the other. */
function isBegin(name: string, wanted: string): boolean {
  const [short, long] = name.length < wanted.length ? [name, wanted] : [wanted, name];
  return short.length >= 4 && long.startsWith(short);
}

/** At most two slips, one where the name is short. */
function nearest(wanted: string, names: readonly string[]): string | undefined {
  const slipsMax = wanted.length < 3 || wanted.length > 40 ? 0 : wanted.length < 6 ? 1 : 2;
  let best: string | undefined;
  let least = slipsMax + 1;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) > slipsMax + 3) continue;
    const slips = distance(wanted, plain(name));
    if (slips < least) [best, least] = [name, slips];
  }
  return best;
}

/** Letters too many, too few, wrong, or exchanged with their neighbour (Damerau's and Levenshtein's distance). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
