import * as z from "zod";
import { isMailAddress } from "../lib/mail-address.ts";

/**
 * `smtp://user:password@host:587` or `smtps://…`. A password is only sent encrypted, unless the parameter is `tls=off`;
 * `verify=no` accepts any certificate. Undefined: no mail server. No message repeats the value, which holds a password.
 */
export function mailServer() {
  return z.string().transform((value, context) => {
    if (value === "") return undefined;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const read = url && readUrl(url);
    if (read !== undefined) return read;
    context.addIssue({ code: "custom", message: expected });
    return z.NEVER;
  });
}

/** An address, or `Name <address>`. */
export function mailSender() {
  return z.string().refine((value) => value === "" || isMailAddress(addressOf(value)), {
    error: "expected a mail address, or a name and an address in angle brackets",
  });
}

const expected =
  "expected smtp://[user:password@]host[:port] or smtps://…, with tls=off or verify=no behind a question mark";

function readUrl(url: URL) {
  const isSecure = url.protocol === "smtps:";
  if ((!isSecure && url.protocol !== "smtp:") || url.hostname === "" || !["", "/"].includes(url.pathname))
    return undefined;
  const { tls = "", verify = "yes", ...unknown } = Object.fromEntries(url.searchParams);
  if (Object.keys(unknown).length > 0 || !["", "off"].includes(tls) || !["yes", "no"].includes(verify))
    return undefined;
  if (isSecure && tls === "off") return undefined;
  const login = readLogin(url);
  if (login === "broken") return undefined;
  const encryption = isSecure ? "always" : tls === "off" ? "none" : login ? "required" : "offered";
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (isSecure ? 465 : login ? 587 : 25) : Number(url.port),
    encryption,
    // Encryption that is only offered protects from passive listeners alone, so a certificate of any kind is better
    // than none.
    verifiesCertificate: verify === "yes" && encryption !== "offered",
    login,
  } as const;
}

function readLogin({ username, password }: URL) {
  if (username === "") return password === "" ? undefined : "broken";
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return "broken";
  }
}

/** Without line ends and other characters that could begin another header. */
function addressOf(value: string): string {
  return /^[^\p{Cc}<>"]{0,100}<([^<>]+)>$/u.exec(value)?.[1] ?? value;
}
