import { isIP } from "node:net";
import { webhookUrlCharactersMax } from "./limits.ts";

/**
 * Parses a webhook URL: http or https, with at most a user and password before the host. Undefined: see
 * `describeUrlProblem`.
 */
export function readWebhookUrl(text: string): URL | undefined {
  return describeUrlProblem(text) === undefined ? new URL(text) : undefined;
}

/** Describes, for people, what is wrong with the address; undefined when nothing is. Does not resolve names. */
export function describeUrlProblem(text: string): string | undefined {
  if (text.length > webhookUrlCharactersMax) return `Expected at most ${webhookUrlCharactersMax} characters.`;
  if (!URL.canParse(text)) return "Expected an address such as https://example.org/hook.";
  const { protocol, hostname } = new URL(text);
  if (protocol !== "http:" && protocol !== "https:") return `Expected http:// or https://, got "${protocol}//".`;
  return hostname === "" ? "Expected the name of a host." : undefined;
}

/** Only the host; the rest of an address may be a secret. */
export function placeOf({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}

/** The address, when the host is one and not a name; IPv6 without brackets. */
export function literalAddress({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) === 0 ? undefined : bare;
}
