import { readIsoTime } from "../../../time-text/iso-time.ts";
import { addTag, endOfWord } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * RFC 5424 after the priority: `1 TIME HOST PROGRAM PID MSGID [data] MESSAGE`, "-" for unknown values. Undefined for
 * other lines. Structured data that does not parse stays in front of the message.
 */
export function readSyslog5424(line: string, at: number, context: LineContext): LineFields | undefined {
  if (!line.startsWith("1 ", at)) return undefined;
  const timeEnd = endOfWord(line, at + 2);
  const time = readIsoTime(line, at + 2, context.timezone);
  if (time?.end !== timeEnd && line.slice(at + 2, timeEnd) !== "-") return undefined;
  const words: string[] = [];
  let end = timeEnd;
  for (let i = 0; i < 4; i++) {
    if (line[end] !== " ") return undefined;
    const start = end + 1;
    end = endOfWord(line, start);
    words.push(line.slice(start, end));
  }
  if (line[end] !== " ") return undefined;
  const [host, program, pid, messageId] = words.map((word) => (word === "-" ? "" : word));
  const tags: string[] = [];
  addTag(tags, "pid", pid);
  addTag(tags, "msgid", messageId);
  const data = readStructuredData(line, end + 1);
  const extra = addStructuredData(tags, data.elements);
  const message = readMessage(line, data.end);
  return {
    format: "syslog",
    ...(time ? { time: time.time } : {}),
    ...(host ? { host } : {}),
    ...(program ? { program } : {}),
    message: message === "" && messageId ? messageId : message,
    tags,
    ...(extra ? { extra } : {}),
  };
}

interface Element {
  id: string;
  parameters: [name: string, value: string][];
}

/**
 * Elements that describe the transport differ in every message: they are kept, but are no tags, so that repeats stay
 * repeats.
 */
const transportElements = new Set(["timeQuality", "meta"]);

/** `[id@123 name="value"]` becomes the tag `id.name`; of a name given twice both values, joined. */
function addStructuredData(tags: string[], elements: Element[]): Record<string, unknown> | undefined {
  const values = new Map<string, string>();
  const extra: Record<string, unknown> = {};
  for (const { id, parameters } of elements) {
    if (transportElements.has(id)) extra[id] = Object.fromEntries(parameters);
    else for (const [name, value] of parameters) join(values, `${id.split("@")[0]}.${name}`, value);
  }
  for (const [name, value] of values) addTag(tags, name, value);
  return Object.keys(extra).length > 0 ? extra : undefined;
}

function join(values: Map<string, string>, name: string, value: string): void {
  const before = values.get(name);
  values.set(name, before === undefined ? value : `${before}, ${value}`);
}

function readStructuredData(line: string, at: number): { elements: Element[]; end: number } {
  if (line[at] === "-") return { elements: [], end: at + 1 };
  const elements: Element[] = [];
  let end = at;
  while (line[end] === "[") {
    const element = readElement(line, end);
    if (element === undefined) return { elements: [], end: at };
    elements.push(element.element);
    end = element.end;
  }
  return { elements, end };
}

function readElement(line: string, at: number): { element: Element; end: number } | undefined {
  let end = at + 1;
  while (end < line.length && line[end] !== " " && line[end] !== "]") end++;
  const element: Element = { id: line.slice(at + 1, end), parameters: [] };
  while (line[end] === " ") {
    const equals = line.indexOf('="', end);
    if (equals < 0) return undefined;
    const name = line.slice(end + 1, equals);
    if (name === "" || name.length > 255 || /[\s\]"]/.test(name)) return undefined;
    const value = readValue(line, equals + 2);
    if (value === undefined) return undefined;
    element.parameters.push([name, value.text]);
    end = value.end;
  }
  return line[end] === "]" && element.id !== "" ? { element, end: end + 1 } : undefined;
}

/** Up to the closing quote; a backslash protects a quote, a backslash and a closing bracket, and is text elsewhere. */
function readValue(line: string, at: number): { text: string; end: number } | undefined {
  let end = at;
  while (end < line.length && line[end] !== '"') end += line[end] === "\\" ? 2 : 1;
  if (end >= line.length) return undefined;
  return { text: line.slice(at, end).replace(/\\(["\\\]])/g, "$1"), end: end + 1 };
}

/**
 * One blank separates the data from the message, which may begin with a byte order mark. rsyslog sends a second blank,
 * the one after the colon of RFC 3164; with it the message would differ from the one in its own files.
 */
function readMessage(line: string, at: number): string {
  const first = line[at] === " " ? at + 1 : at;
  const start = line[first] === " " ? first + 1 : first;
  return line.slice(line[start] === "\uFEFF" ? start + 1 : start);
}
