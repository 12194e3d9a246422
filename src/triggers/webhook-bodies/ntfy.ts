import { cutText, cutTextToBytes } from "./cut-text.ts";
import type { ServiceAddress, ServiceCall, ServiceMessage } from "./service-message.ts";

/**
 * ntfy, published as JSON: its requests go to the address without the topic. The topic is the last part of the address
 * that the user gave, in the form of ntfy's own page.
 */
export function ntfyCall({ url }: ServiceAddress, message: ServiceMessage): ServiceCall {
  const { base, topic } = splitTopic(url)!;
  const parts = [cutTextToBytes(message.text, textBytesMax), cutTextToBytes(message.summary, summaryBytesMax)];
  return {
    url: base,
    body: {
      topic,
      title: cutText(message.title, titleCharactersMax),
      message: parts.filter((part) => part !== "").join("\n"),
      priority: message.isOver ? 3 : priorityOf(message.severity),
      tags: [message.isOver ? "white_check_mark" : "warning"],
      ...(message.url === "" ? {} : { click: message.url }),
    },
  };
}

/** Undefined: the address names no topic. */
export function splitTopic(url: string): { base: string; topic: string } | undefined {
  const parsed = URL.parse(url);
  const found = parsed && /^(.*\/)([-_A-Za-z0-9]{1,64})\/?$/.exec(parsed.pathname);
  if (!found) return undefined;
  const base = new URL(parsed);
  base.pathname = found[1]!;
  return { base: base.href, topic: found[2]! };
}

/** A message of more than 4,096 bytes would become a file that is attached. */
const textBytesMax = 3_600;
const summaryBytesMax = 400;
const titleCharactersMax = 250;

/** 5: keeps ringing, 1: says nothing. */
function priorityOf(severity: number): number {
  return severity <= 1 ? 5 : severity <= 3 ? 4 : severity <= 6 ? 3 : 2;
}
