import type { Listening } from "./listening.ts";

/** What each client sends, one text an event. */
export const texts = Array.from({ length: 10_000 }, (_, index) => `number ${index}: größe, 日本語, 😀, "quoted" 50%`);

export async function storedBy(listening: Listening): Promise<number> {
  return (await listening.intake.status()).stored;
}

/** What came since there were so many: in the order of its messages, so that datagrams may overtake each other. */
export async function cameSince(listening: Listening, before: number, count = texts.length) {
  const events = (await listening.events(before + count)).slice(before);
  return events.sort((a, b) => numberOf(a.message) - numberOf(b.message));
}

function numberOf(message: string): number {
  return Number(/number (\d+)/.exec(message)?.[1]);
}
