import assert from "node:assert";
import type { Micros } from "../../eventstore/event/event.ts";
import { AppError, messageOf } from "../../lib/errors.ts";
import type { BodyReader } from "../body/body-reader.ts";
import { decodeBody, encodingOf } from "../body/decode-body.ts";
import { LineReader } from "../body/line-reader.ts";
import { notJson, openBody } from "../body/open-body.ts";
import { RawEvents } from "../body/raw-events.ts";
import { BadEvent } from "../event/bad-event.ts";
import type { MapContext, MappedEvent } from "../event/finish-event.ts";
import { parseEvent, parseRaw } from "../event/parse-event.ts";
import type { Delivery } from "../intake.ts";
import { rawLineBytesMax } from "../limits.ts";
import type { ProtocolReader } from "../protocols/protocol-reader.ts";
import { protocols } from "../protocols/protocols.ts";

/** The events of one delivery, one after the other, so that reading a large one can be interrupted. */
export interface DeliveryReader {
  /** Undefined at the end. Throws AppError when the body turns out to be unusable as a whole. */
  next(): MappedEvent | BadEvent | undefined;
  /** The body as lines, whose events can be taken without making objects of them; `readLine` then does the rest. */
  readonly lines: LineReader | undefined;
  /** The body in a foreign protocol; then there is nothing else to read. */
  readonly protocol: ProtocolReader | undefined;
  /** The body as lines that are read like those of a file. */
  readonly raw: RawEvents | undefined;
  readonly context: MapContext;
  /** Makes an object of the line that `lines` found last. No line can make the others unusable. */
  readLine(): MappedEvent | BadEvent;
}

/** Decodes the body and determines its kind. Throws AppError as `decodeBody` and `openBody` do. */
export function readDelivery(delivery: Delivery, arrival: Micros, oldest: Micros): DeliveryReader {
  const { format, mediaType, type, defaultTags = [] } = delivery;
  const encoding = format === "raw" ? encodingOf(delivery.bytes, delivery.contentEncoding) : delivery.contentEncoding;
  const bytes = decodeBody(delivery.bytes, encoding);
  const address = delivery.host || delivery.address;
  const keepsLines = delivery.hints?.format === "text";
  const context: MapContext = { arrival, oldest, address, type, defaultTags, keepsLines };
  if (format !== "events" && format !== "raw")
    return protocolDelivery(protocols[format](bytes, delivery, context), context);
  const body = openBody(bytes, mediaType, format);
  const parse = format === "raw" ? parseRaw : parseEvent;
  const lines = body instanceof LineReader ? body : undefined;
  const isText = format === "raw" && lines !== undefined && !keepsLines;
  return {
    lines,
    raw: isText ? new RawEvents(lines, context, delivery.hints) : undefined,
    protocol: undefined,
    context,
    next: () => readNext(body, context, parse),
    readLine: () => readEntry(lines!.read(format === "raw" ? rawLineBytesMax : undefined), lines!, context, parse),
  };
}

function protocolDelivery(protocol: ProtocolReader, context: MapContext): DeliveryReader {
  const none = () => assert.fail("A protocol has its own reader.");
  return { protocol, context, lines: undefined, raw: undefined, next: none, readLine: none };
}

function readNext(body: BodyReader, context: MapContext, parse: typeof parseRaw): MappedEvent | BadEvent | undefined {
  const entry = body.next();
  return entry === undefined ? undefined : readEntry(entry, body, context, parse);
}

function readEntry(
  entry: string | BadEvent,
  body: BodyReader,
  context: MapContext,
  parse: typeof parseRaw,
): MappedEvent | BadEvent {
  if (typeof entry !== "string") return entry;
  const { tags } = body;
  const tagged = tags === undefined ? context : { ...context, defaultTags: [...context.defaultTags, ...tags] };
  const event = parseEntry(entry, tagged, body.document, parse);
  if (body.garbled && !(event instanceof BadEvent)) event.cut = true;
  return event;
}

function parseEntry(entry: string, context: MapContext, isDocument: boolean, parse: typeof parseRaw) {
  try {
    return parse(entry, context, isDocument);
  } catch (error) {
    if (error instanceof SyntaxError) throw notJson(messageOf(error), error);
    if (error instanceof AppError || isDocument) throw error;
    return new BadEvent(`The event could not be read: ${messageOf(error)}.`);
  }
}
