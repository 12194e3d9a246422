import { isIP } from "node:net";
import * as z from "zod";

/** Readers of one value given as text. A refusal names the expected and the actual value. */

export function text(minCharacters: number, maxCharacters: number) {
  return z
    .string()
    .refine((value) => value.length >= minCharacters && value.length <= maxCharacters && !value.includes("\0"), {
      error: `expected text of ${minCharacters} to ${maxCharacters} characters`,
    });
}

/** `whyNotLess`: added to the message for lower values. */
export function number(min: number, max: number, whyNotLess = "") {
  return z.string().transform((value, context) => {
    const parsed = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
    if (parsed >= min && parsed <= max) return parsed;
    const why = parsed < min && whyNotLess !== "" ? `: ${whyNotLess}` : "";
    const message = `expected a whole number from ${min} to ${max}, got "${value}"${why}`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

/** A port to be opened, 0 for a free one; undefined ("" or "off"): none. */
export function optionalPort() {
  return z.string().transform((value, context): number | undefined => {
    if (value === "" || value === "off") return undefined;
    const parsed = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
    if (parsed <= 65_535) return parsed;
    context.addIssue({ code: "custom", message: `expected a port from 0 to 65535, or off, got "${value}"` });
    return z.NEVER;
  });
}

/** An IANA name; "" for the zone of this machine. */
export function timezone() {
  return z.string().transform((value, context) => {
    try {
      return new Intl.DateTimeFormat("en", value === "" ? {} : { timeZone: value }).resolvedOptions().timeZone;
    } catch {
      context.addIssue({ code: "custom", message: `expected a zone such as Europe/Berlin or UTC, got "${value}"` });
      return z.NEVER;
    }
  });
}

export function boolean() {
  return z.string().transform((value, context) => {
    const known = booleans.get(value.toLowerCase());
    if (known !== undefined) return known;
    context.addIssue({ code: "custom", message: `expected true, false, 1 or 0, got "${value}"` });
    return z.NEVER;
  });
}

const booleans = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

export function oneOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z.enum(values, { error: (issue) => `expected one of ${values.join(", ")}, got "${String(issue.input)}"` });
}

/** Comma-separated addresses and networks. */
export function ipList() {
  return z.string().transform((value, context): string[] => {
    const items = value.split(",").map((item) => item.trim());
    const given = items.filter((item) => item !== "");
    const wrong = given.find((item) => !isNetwork(item));
    if (wrong === undefined) return given;
    context.addIssue({ code: "custom", message: `expected addresses or networks like 10.0.0.0/8, got "${wrong}"` });
    return z.NEVER;
  });
}

function isNetwork(item: string): boolean {
  const [address = "", prefix, ...rest] = item.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** Paths between commas. */
export function pathList() {
  return text(0, 4096).transform((value) =>
    value
      .split(",")
      .map((path) => path.trim())
      .filter((path) => path !== ""),
  );
}

/** http or https, without a slash at the end; "" for none. */
export function webUrl() {
  return z.string().transform((value, context) => {
    if (value === "") return "";
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "" && url.username === "")
      return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
    context.addIssue({
      code: "custom",
      message: `expected an address such as https://logs.example.org, got "${value}"`,
    });
    return z.NEVER;
  });
}
