import { defaultSettings } from "../config/settings.ts";
import { usageError } from "./command.ts";
import { createClient, type ServiceClient } from "./http-client.ts";
import { readPassword } from "./read-password.ts";

/** Address of a service that was started without options. */
const defaultUrl = `http://${defaultSettings.host}:${defaultSettings.port}`;

/** The options of every command that talks to a running service. */
export const connectionArguments = {
  url: {
    type: "string",
    valueHint: "URL",
    description: `Address of the service (or VIGIE_URL; ${defaultUrl})`,
  },
  token: {
    type: "string",
    valueHint: "KEY",
    description: "The key of a token (or VIGIE_TOKEN, which no other process can read)",
  },
} as const;

/** To log in by name while there is no token yet. */
export const loginArguments = {
  username: {
    type: "string",
    valueHint: "NAME",
    description: "Log in as this user instead of using a token; the password comes from VIGIE_PASSWORD or a prompt",
  },
} as const;

export interface ConnectionOptions {
  url?: string;
  token?: string;
  username?: string;
  onWait?: (reason: string, waitMs: number) => void;
}

/** A client that is logged in. Throws CommandError when that is not possible. */
export async function connect(
  options: ConnectionOptions,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ServiceClient> {
  const url = addressOf(options, environment);
  const token = options.token ?? environment.VIGIE_TOKEN;
  if (options.username !== undefined) return logIn(url, options.username, options.onWait, environment);
  if (!token)
    throw usageError(
      `A token is needed: --token KEY or VIGIE_TOKEN. Make one with "vigie tokens create --username admin".`,
    );
  if (!/^[\x21-\x7E]+$/.test(token))
    throw usageError("--token: expected a key of printable characters without blanks.");
  return createClient({ url, credentials: { authorization: `Token ${token}` }, onWait: options.onWait });
}

/** On this machine a body costs more to compress than to send. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}

/** Without a slash at the end; a path is kept, for services behind a proxy. Throws CommandError when it is no URL. */
export function addressOf({ url: named }: Pick<ConnectionOptions, "url">, environment: NodeJS.ProcessEnv): string {
  const text = named ?? (environment.VIGIE_URL || defaultUrl);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    (url.protocol !== "http:" && url.protocol !== "https:") ||
    url.search !== "" ||
    url.hash !== ""
  )
    throw usageError(`--url: expected an address such as ${defaultUrl}, got "${text}".`);
  return (url.origin + url.pathname).replace(/\/+$/, "");
}

async function logIn(
  url: string,
  username: string,
  onWait: ConnectionOptions["onWait"],
  environment: NodeJS.ProcessEnv,
): Promise<ServiceClient> {
  const password = environment.VIGIE_PASSWORD || (await readPassword(`Password of ${username}: `));
  let cookie = "";
  const keepCookie = async (address: string, init: RequestInit) => {
    const response = await fetch(address, init);
    cookie = response.headers
      .getSetCookie()
      .map((field) => field.split(";", 1)[0])
      .join("; ");
    return response;
  };
  await createClient({ url, credentials: {}, fetch: keepCookie }).send({
    method: "POST",
    path: "/api/auth/",
    json: { username, password },
  });
  return createClient({ url, credentials: { cookie }, onWait });
}
