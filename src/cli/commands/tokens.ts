import { type Account, accountArguments, getUser, listAll, withAccounts } from "../accounts.ts";
import { CommandError, defineVigieCommand, usageError } from "../command.ts";
import type { Client } from "../http-client.ts";
import { renderTable } from "../output.ts";
import { formatTime } from "../time-arguments.ts";

interface Token {
  secret_key: string;
  token_type: string;
  owner: { id: number; username: string };
  description: string;
  created_at: number;
  last_used_at: number | null;
}

const list = defineVigieCommand({
  meta: { name: "list", description: "Show tokens, never their keys" },
  args: {
    ...accountArguments,
    all: { type: "boolean", description: "Everybody's, not only your own" },
    json: { type: "boolean", description: "One JSON object a line" },
  },
  run: ({ args }) =>
    withAccounts(args, async (client) => {
      const showAll = args.all === true || args.data !== undefined;
      const tokens = await listAll<Token>(client, `/api/authtokens?show_all=${showAll}`);
      if (args.json) process.stdout.write(tokens.map((token) => `${JSON.stringify(token)}\n`).join(""));
      else process.stdout.write(`${renderTable(columns, tokens.map(rowOf))}\n`);
      return 0;
    }),
});

const columns = ["key", "type", "owner", "created", "last used", "description"].map((title) => ({ title }));

function rowOf(token: Token): string[] {
  const time = (seconds: number | null) =>
    seconds === null ? "never" : formatTime(seconds, Temporal.Now.timeZoneId(), false);
  const { secret_key, token_type, owner, description, created_at, last_used_at } = token;
  return [secret_key, token_type, owner.username, time(created_at), time(last_used_at), description];
}

const create = defineVigieCommand({
  meta: { name: "create", description: "Create a token and print its key, the only time it is shown" },
  args: {
    ...accountArguments,
    type: {
      type: "string",
      valueHint: "USER|INGEST",
      choices: ["USER", "INGEST"],
      description: "USER may do what its owner may; INGEST may only send events (USER)",
    },
    owner: {
      type: "string",
      valueHint: "NAME",
      description: "The user it acts for (yourself; with --data the first superuser)",
    },
    description: { type: "string", valueHint: "TEXT", description: "What it is for" },
  },
  notes: ["Only the key goes to stdout, so that a script can take it."],
  examples: [
    ["vigie tokens create --username admin --type INGEST --description 'web servers'", "asks for admin's password"],
    ["export VIGIE_TOKEN=$(vigie tokens create --username admin)", "for the commands that follow"],
  ],
  run: ({ args }) =>
    withAccounts(args, async (client) => {
      const type = (args.type ?? "USER").toUpperCase();
      if (type !== "USER" && type !== "INGEST")
        throw usageError(`--type: expected USER or INGEST, got "${args.type}".`);
      const owner = await ownerId(client, args.owner, args.data !== undefined);
      const token = await client.send<Token>({
        method: "POST",
        path: "/api/authtokens",
        json: { token_type: type, owner, description: args.description },
      });
      process.stdout.write(`${token.secret_key}\n`);
      return 0;
    }),
});

/** Undefined: the caller. A folder has no caller, so there it is the first superuser. */
async function ownerId(client: Client, username: string | undefined, isFolder: boolean): Promise<number | undefined> {
  if (username !== undefined) return (await getUser(client, username)).id;
  if (!isFolder) return undefined;
  const users = await listAll<Account>(client, "/api/users");
  const found = users.find((user) => user.is_superuser && user.is_active);
  if (found === undefined) throw new CommandError("There is no active superuser to own it: name one with --owner.");
  return found.id;
}

const remove = defineVigieCommand({
  meta: { name: "delete", description: "Delete a token; it is refused from the next request on" },
  args: {
    key: { type: "positional", required: true, description: "The key, whole or short (user-0123456789ab)" },
    ...accountArguments,
  },
  run: ({ args }) =>
    withAccounts(args, async (client) => {
      await client.send({ method: "DELETE", path: `/api/authtokens/${encodeURIComponent(args.key)}` });
      process.stdout.write("Deleted the token.\n");
      return 0;
    }),
});

export const tokensCommand = defineVigieCommand({
  meta: { name: "tokens", description: "List, create and delete tokens" },
  subCommands: { list, create, delete: remove },
  examples: [["vigie tokens create --username admin --type INGEST", "a key for shippers"]],
});
