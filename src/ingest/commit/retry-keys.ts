import type { Delivery } from "../intake.ts";

/**
 * The key that a delivery or an event is remembered by, and its position if it belongs to a stream: then everything in
 * the stream up to the position stored last is known, and one row of the log remembers it, however much it is.
 */
export interface RetryKey {
  key: string;
  position: number | undefined;
}

type Sender = Pick<Delivery, "sender" | "hints">;

export function keyOfEvent({ sender = "", hints }: Sender, eventId: string): RetryKey {
  return streamKey(sender, hints, eventId) ?? { key: `event ${sender} ${eventId}`, position: undefined };
}

export function keyOfDelivery({ sender = "", hints, idempotencyKey }: Sender & Pick<Delivery, "idempotencyKey">) {
  return streamKey(sender, hints, idempotencyKey) ?? { key: `batch ${sender} ${idempotencyKey}`, position: undefined };
}

/** Remembers the key, so that `knows` finds it. */
export function answerAt({ position }: RetryKey, answer: string): string {
  return position === undefined ? answer : `${position} ${answer}`;
}

/** The answer behind its position; undefined: nothing is known that covers this one. */
export function knownAnswer({ position }: RetryKey, remembered: string | undefined): string | undefined {
  if (position === undefined || remembered === undefined) return remembered;
  const blank = remembered.indexOf(" ");
  return Number(remembered.slice(0, blank)) >= position ? remembered.slice(blank + 1) : undefined;
}

/** `STREAM.FROM-TO`, from a sender who declares its ids to be such. */
function streamKey(sender: string, hints: Delivery["hints"], id: string): RetryKey | undefined {
  if (hints?.streams !== "true") return undefined;
  const [, stream, to] = /^(.+)\.\d{1,15}-(\d{1,15})$/.exec(id) ?? [];
  return stream === undefined ? undefined : { key: `${streamKeys}${sender} ${stream}`, position: Number(to) };
}

/** Twin: `intake-log.ts` keeps rows of these longer. */
const streamKeys = "stream ";
