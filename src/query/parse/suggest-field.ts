import { nearestName, plainName } from "./nearest-name.ts";

/**
 * Suggests which of the names that events have was meant by an unknown one: the same name in other letters, other
 * tools' name for it, a name with a slip of the finger, or one that contains it or begins alike. Undefined: none is
 * similar.
 */
export function suggestField(name: string, known: ReadonlySet<string>): string | undefined {
  const wanted = plainName(name);
  if (wanted === "") return undefined;
  const names = [...known].sort();
  return (
    names.find((one) => plainName(one) === wanted) ??
    synonyms.get(wanted)?.find((one) => known.has(one)) ??
    nearestName(wanted, names) ??
    names.find((one) => wordsOf(one).includes(wanted)) ??
    names.find((one) => isBegin(plainName(one), wanted))
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

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}

/** One is the beginning of the other. */
function isBegin(name: string, wanted: string): boolean {
  const [short, long] = name.length < wanted.length ? [name, wanted] : [wanted, name];
  return short.length >= 4 && long.startsWith(short);
}
