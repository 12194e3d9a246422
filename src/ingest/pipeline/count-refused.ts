import { startOfText } from "../body/body-text.ts";
import { closeBracket, comma, JsonScanner, openBrace, openBracket } from "../body/json-scanner.ts";
import { findEvents } from "../body/open-body.ts";
import { type Delivery, type Intake, isHeld, originOf } from "../intake.ts";
import { countedBytesMax } from "../limits.ts";

/**
 * Counts a delivery that came whole and is refused unread, because of overload: by its events where that is cheap, else
 * as one delivery. Those of listeners come again and are not counted.
 */
export function countRefused(ledger: Pick<Intake, "countLoss" | "countUncounted">, delivery: Delivery): void {
  if (isHeld(delivery.protocol)) return;
  const origin = originOf(delivery);
  const events = countEvents(delivery);
  if (events !== undefined) ledger.countLoss(origin, "overload", events);
  else ledger.countUncounted(origin, "overload", { deliveries: 1, bytes: delivery.bytes.length });
}

/**
 * How many events a body holds, at least one; undefined where only reading it would tell: compressed, large and broken
 * bodies, and those whose events are neither in sequence nor in one list. Nothing is parsed, since a service that
 * refuses bodies is busy.
 */
export function countEvents(delivery: Delivery): number | undefined {
  const { bytes, contentEncoding, format, hints = {} } = delivery;
  if (contentEncoding !== "" || bytes.length > countedBytesMax) return undefined;
  const count = format === "elasticsearch" && hints.is_document === undefined ? countActions : counters[format];
  return count?.(bytes) || undefined;
}

const counters: Partial<Record<Delivery["format"], (bytes: Uint8Array) => number | undefined>> = {
  elasticsearch: () => 1,
  events: countValues,
  datadog: countValues,
  gelf: countValues,
  seq: countValues,
  splunk: countValues,
};

/** Actions of `_bulk`: a document follows each but `delete`. */
function countActions(bytes: Uint8Array): number | undefined {
  let actions = 0;
  let hasDocument = false;
  for (let at = startOfText(bytes); at < bytes.length; ) {
    const lineFeed = bytes.indexOf(10, at);
    const end = lineFeed < 0 ? bytes.length : lineFeed;
    if (hasDocument) hasDocument = false;
    else if (end - at > 1) {
      actions++;
      hasDocument = !isDelete(bytes, at, end);
    }
    at = end + 1;
  }
  return actions;
}

function isDelete(bytes: Uint8Array, start: number, end: number): boolean {
  return /^\s*\{\s*"delete"/.test(Buffer.from(bytes.subarray(start, Math.min(end, start + 32))).toString("latin1"));
}

/** JSON objects in sequence, the values of one list, or of the list under one of these names of an object. */
function countValues(bytes: Uint8Array): number | undefined {
  const scanner = new JsonScanner(bytes);
  const start = scanner.skipBlanks(startOfText(bytes));
  if (bytes[start] === openBracket) return countElements(scanner, start);
  let values = 0;
  for (let at = start; at < bytes.length; at = scanner.skipBlanks(at)) {
    if (bytes[at] !== openBrace) return undefined;
    at = scanner.endOfValue(at);
    if (at < 0) return undefined;
    values++;
  }
  const list = values === 1 ? Math.max(...listNames.map((name) => findEvents(scanner, start, name))) : -1;
  return list < 0 ? values : countElements(scanner, list);
}

const listNames = [Buffer.from("events"), Buffer.from("Events")];

function countElements(scanner: JsonScanner, list: number): number | undefined {
  const { bytes } = scanner;
  let values = 0;
  for (let at = scanner.skipBlanks(list + 1); bytes[at] !== closeBracket; values++) {
    const end = scanner.endOfValue(at);
    if (end <= at) return undefined;
    at = scanner.skipBlanks(end);
    if (bytes[at] === comma) at = scanner.skipBlanks(at + 1);
    else if (bytes[at] !== closeBracket) return undefined;
  }
  return values;
}
