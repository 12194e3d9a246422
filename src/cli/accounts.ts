import { usageError } from "./command.ts";
import { connect, connectionArguments, loginArguments } from "./connection.ts";
import type { Client } from "./http-client.ts";

/** The options of the commands about users and tokens: a running service, or a folder that none holds. */
export const accountArguments = {
  ...connectionArguments,
  ...loginArguments,
  data: {
    type: "string",
    valueHint: "DIR",
    description: "Work on this data folder instead of a service; no service may be using it",
  },
} as const;

export interface AccountOptions {
  url?: string;
  token?: string;
  username?: string;
  data?: string;
}

/** Runs the work with a client of the service or of the folder, and releases the folder at the end. */
export async function withAccounts<T>(options: AccountOptions, work: (client: Client) => Promise<T>): Promise<T> {
  if (options.data === undefined) return work(await connect(options));
  if (options.url !== undefined || options.token !== undefined || options.username !== undefined)
    throw usageError("--data goes without --url, --token and --username.");
  const { openLocalClient } = await import("./local-client.ts");
  const client = openLocalClient(options.data);
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

/** All objects of a list, page after page. */
export async function listAll<T>(client: Client, path: string): Promise<T[]> {
  const all: T[] = [];
  const separator = path.includes("?") ? "&" : "?";
  for (let page = 1; ; page++) {
    const answer = await client.send<{ objects: T[]; page_count: number }>({
      path: `${path}${separator}page=${page}&page_size=1000`,
      retry: true,
    });
    all.push(...answer.objects);
    if (page >= answer.page_count) return all;
  }
}

export interface Account {
  id: number;
  username: string;
  fullname: string;
  email?: string;
  is_active: boolean;
  is_superuser?: boolean;
  permissions?: string[];
  hosts?: string[];
}

/** Throws when there is none. */
export async function getUser(client: Client, username: string): Promise<Account> {
  const found = (await listAll<Account>(client, "/api/users")).find((user) => user.username === username);
  if (found === undefined) throw usageError(`There is no user "${username}".`);
  return found;
}
