import * as z from "zod";
import { AppError } from "../lib/errors.ts";

export const things = ["query", "widget", "dashboard"] as const;
/** Subjects of subscriptions. */
export type Thing = (typeof things)[number];

/** The name of one thing: a qid, or the number of a widget or dashboard. */
export interface Topic {
  thing: Thing;
  id: string | number;
  /** A reader's view of a widget; absent: as it stands. */
  look?: WidgetLook;
}

/** A reader's choices for all widgets of a dashboard, and which dashboard. */
const widgetLook = z.strictObject({
  dashboard: z.int().min(1).optional(),
  time_range: z.record(z.string(), z.unknown()).optional(),
  q: z.string().optional(),
});
export type WidgetLook = z.output<typeof widgetLook>;

export interface ClientMessage extends Topic {
  verb: "subscribe" | "unsubscribe";
}

/**
 * Reads `["subscribe", "query" | "widget" | "dashboard", id]`, for a widget with a view after it. Throws `invalid` with
 * the expected form.
 */
export function readMessage(message: string | Uint8Array): ClientMessage {
  if (typeof message !== "string") throw misfit("a text", "bytes");
  const [verb, thing, id, look, ...rest] = readList(message);
  if (verb !== "subscribe" && verb !== "unsubscribe") throw misfit('"subscribe" or "unsubscribe" first', verb);
  if (!things.includes(thing as Thing)) throw misfit(`one of ${things.join(", ")} second`, thing);
  if (rest.length > 0) throw misfit("at most four items", `${rest.length + 4}`);
  const topic = { thing: thing as Thing, id: thing === "query" ? readQid(id) : readNumber(id) };
  if (look === undefined) return { verb, ...topic };
  if (thing !== "widget" || verb !== "subscribe") throw misfit("three items", "4");
  return { verb, ...topic, look: readLook(look) };
}

/** Messages to the client are lists too; `part` is the id of a widget, in those of a dashboard. */
export function writeUpdate({ thing, id }: Topic, record: string, part: number | undefined): string {
  const head = JSON.stringify(["update", thing, id]).slice(0, -1);
  return `${head},${record}${part === undefined ? "" : `,${part}`}]`;
}

export function writeAnswer(word: "subscribed" | "unsubscribed", { thing, id }: Topic): string {
  return JSON.stringify([word, thing, id]);
}

/** The widget is no longer on the dashboard. */
export function writeRemoved({ thing, id }: Topic, part: number): string {
  return JSON.stringify(["removed", thing, id, part]);
}

/** `status` as in HTTP. Without a topic the message itself was not understood. */
export function writeError(topic: Topic | undefined, status: number, text: string, part?: number): string {
  const [thing, id] = topic === undefined ? [null, null] : [topic.thing, topic.id];
  return JSON.stringify(["error", thing, id, status, text, ...(part === undefined ? [] : [part])]);
}

function readList(text: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError("invalid", `Expected ${shape}, got no JSON.`, {}, { cause: error });
  }
  if (!Array.isArray(value)) throw misfit(shape, value);
  return value;
}

const shape = '["subscribe" or "unsubscribe", "query", "widget" or "dashboard", id]';

function readLook(look: unknown): WidgetLook {
  const { success, data } = widgetLook.safeParse(look);
  if (!success) throw misfit("an object of dashboard, time_range and q fourth", look);
  return data;
}

function readQid(id: unknown): string {
  if (typeof id === "string" && /^[0-9a-f]{32}$/.test(id)) return id;
  throw misfit("the 32 hexadecimal digits of a query third", id);
}

function readNumber(id: unknown): number {
  if (typeof id === "number" && Number.isSafeInteger(id) && id > 0) return id;
  throw misfit("the number of a widget or dashboard third", id);
}

function misfit(expected: string, got: unknown): AppError {
  return new AppError("invalid", `Expected ${expected}, got ${(JSON.stringify(got) ?? "nothing").slice(0, 60)}.`);
}
