import { colon, comma, type JsonScanner, openBrace, openBracket, quote } from "./json-scanner.ts";

/** Position of a list inside an object, and the members beside it. */
export interface WrappedList {
  name: string;
  /** The position of its bracket. */
  start: number;
  /** Texts beside it that tell the origin of all its entries, as name, value, name, value … */
  tags: string[];
}

/**
 * Objects that clouds put around a list of events in files and subscriptions, by the name of the list: the members that
 * may stand beside it, and those that become tags of each event. Any other member makes the object itself an event.
 */
const wrappers: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  // AWS CloudTrail.
  Records: {},
  // AWS CloudWatch Logs, to its subscribers.
  logEvents: {
    ...{ owner: "account", logGroup: "log_group", logStream: "log_stream" },
    ...{ messageType: undefined, subscriptionFilters: undefined },
  },
  // Azure: diagnostic settings; answers of its interfaces.
  records: {},
  value: { nextLink: undefined, "@odata.context": undefined, "@odata.nextLink": undefined, "@odata.count": undefined },
  // Google Cloud Logging: answers of its interface.
  entries: { nextPageToken: undefined },
};

/** The list of events in the object that opens at `start`; undefined: it is no such wrapper. */
export function findWrappedList(scanner: JsonScanner, start: number): WrappedList | undefined {
  const members = readMembers(scanner, start);
  const list = members?.find(
    ({ name, value }) => Object.hasOwn(wrappers, name) && scanner.bytes[value] === openBracket,
  );
  if (members === undefined || list === undefined) return undefined;
  const beside = wrappers[list.name]!;
  const others = members.filter((member) => member !== list);
  if (others.some(({ name }) => !Object.hasOwn(beside, name))) return undefined;
  const tags = others.flatMap(({ name, value, end }) => {
    const tag = beside[name];
    const text = tag === undefined ? undefined : textAt(scanner, value, end);
    return tag === undefined || !text ? [] : [tag, text];
  });
  return isOfObjects(scanner, list.value) ? { name: list.name, start: list.value, tags } : undefined;
}

/**
 * Whether the object at `start`, and any that follow it, are such wrappers: delivery streams and `cat` join the files
 * of clouds in this way.
 */
export function isWrappedLists(scanner: JsonScanner, start: number): boolean {
  const { length } = scanner.bytes;
  let first: WrappedList | undefined;
  for (let at = start; at < length; at = scanner.skipBlanks(scanner.endOfValue(at))) {
    const list = scanner.bytes[at] === openBrace ? findWrappedList(scanner, at) : undefined;
    if (list === undefined || scanner.endOfValue(at) < 0) return false;
    if (first !== undefined && !(namesInSeries.has(first.name) && namesInSeries.has(list.name))) return false;
    first ??= list;
  }
  return true;
}

/** For files: many write lines of objects that have a value or entries. */
const namesInSeries = new Set(["Records", "records", "logEvents"]);

interface Member {
  name: string;
  value: number;
  end: number;
}

/** No wrapper has more members than these. */
const membersMax = 8;

function readMembers(scanner: JsonScanner, start: number): Member[] | undefined {
  const { bytes } = scanner;
  const members: Member[] = [];
  for (let at = scanner.skipBlanks(start + 1); bytes[at] === quote; ) {
    const endOfName = scanner.endOfString(at);
    const mark = endOfName < 0 ? -1 : scanner.skipBlanks(endOfName);
    if (mark < 0 || bytes[mark] !== colon || members.length === membersMax) return undefined;
    const value = scanner.skipBlanks(mark + 1);
    const end = scanner.endOfValue(value);
    if (end <= value) return undefined;
    members.push({ name: Buffer.from(bytes.subarray(at + 1, endOfName - 1)).toString("utf8"), value, end });
    const next = scanner.skipBlanks(end);
    if (bytes[next] !== comma) return members;
    at = scanner.skipBlanks(next + 1);
  }
  return undefined;
}

function textAt({ bytes }: JsonScanner, start: number, end: number): string | undefined {
  if (bytes[start] !== quote) return undefined;
  try {
    return JSON.parse(Buffer.from(bytes.subarray(start, end)).toString("utf8")) as string;
  } catch {
    return undefined;
  }
}

/** An empty list has no events. */
function isOfObjects(scanner: JsonScanner, list: number): boolean {
  const first = scanner.bytes[scanner.skipBlanks(list + 1)];
  return first === 0x7b || first === 0x5d;
}
