import { randomHex } from "../../lib/ids.ts";
import { type Account, accountArguments, getUser, listAll, withAccounts } from "../accounts.ts";
import { type Command, defineVigieCommand } from "../command.ts";
import { renderTable } from "../output.ts";
import { readPassword } from "../read-password.ts";

const name = { type: "positional", required: true, description: "The user's name" } as const;
const passwordNote =
  "The new password is the first line of stdin with --password-stdin; otherwise a random one is made and printed once. (VIGIE_PASSWORD is the password of the one who logs in with --username.)";

const list = defineVigieCommand({
  meta: { name: "list", description: "Show the users" },
  args: { ...accountArguments, json: { type: "boolean", description: "One JSON object a line" } },
  run: ({ args }) =>
    withAccounts(args, async (client) => {
      const users = await listAll<Account>(client, "/api/users");
      if (args.json) process.stdout.write(users.map((user) => `${JSON.stringify(user)}\n`).join(""));
      else process.stdout.write(`${renderTable(columns, users.map(rowOf))}\n`);
      return 0;
    }),
});

const columns = [
  { title: "id", align: "right" as const },
  { title: "name" },
  { title: "full name" },
  { title: "state" },
  { title: "hosts" },
  { title: "may" },
];

/** Who may not manage users sees neither hosts nor permissions of others. */
function rowOf(user: Account): string[] {
  const { is_superuser, permissions, hosts } = user;
  const may = is_superuser ? "everything" : (permissions?.join(", ") ?? "–");
  const state = user.is_active ? "active" : "inactive";
  return [
    String(user.id),
    user.username,
    user.fullname,
    state,
    hosts === undefined ? "–" : hosts.join(" ") || "all",
    may,
  ];
}

const create = defineVigieCommand({
  meta: { name: "create", description: "Create a user" },
  args: {
    name,
    ...accountArguments,
    superuser: { type: "boolean", description: "May do everything" },
    permissions: {
      type: "string",
      valueHint: "LIST",
      description: "What the user may do, comma-separated (search_events)",
    },
    hosts: {
      type: "string",
      valueHint: "LIST",
      description: "Patterns with * and ?, comma-separated: the user sees only events of these",
    },
    email: { type: "string", valueHint: "ADDRESS", description: "E-mail address" },
    "first-name": { type: "string", valueHint: "NAME", description: "First name" },
    "last-name": { type: "string", valueHint: "NAME", description: "Last name" },
    "password-stdin": { type: "boolean", description: "Read the password from stdin" },
  },
  notes: [passwordNote],
  examples: [
    ["vigie users create ada --username admin", "asks for admin's password, prints one for ada"],
    ["vigie users create ops --superuser --password-stdin --data /var/lib/vigie < password.txt", "without a service"],
  ],
  run: ({ args }) =>
    withAccounts(args, async (client) => {
      const { password, isMade } = await choosePassword(args["password-stdin"] === true);
      const user = await client.send<Account>({
        method: "POST",
        path: "/api/users",
        json: {
          username: args.name,
          password,
          email: args.email,
          first_name: args["first-name"],
          last_name: args["last-name"],
          is_superuser: args.superuser || undefined,
          permissions: splitList(args.permissions),
          hosts: splitList(args.hosts),
        },
      });
      process.stdout.write(`Created user ${user.username} (id ${user.id}).\n`);
      if (isMade) process.stdout.write(`Password: ${password}\n`);
      return 0;
    }),
});

const password = defineVigieCommand({
  meta: { name: "password", description: "Set a user's password; ends the user's sessions" },
  args: {
    name,
    ...accountArguments,
    "password-stdin": { type: "boolean", description: "Read the password from stdin" },
  },
  notes: [
    passwordNote,
    "Changing your own password needs the current one in VIGIE_PASSWORD, also with a token. With --data it is the way back in when no password is known.",
  ],
  examples: [["vigie users password admin --data /var/lib/vigie", "prints a new one"]],
  run: ({ args }) =>
    withAccounts(args, async (client) => {
      const chosen = await choosePassword(args["password-stdin"] === true);
      const user = await getUser(client, args.name);
      const json = { password: chosen.password, current_password: process.env.VIGIE_PASSWORD || undefined };
      await client.send({ method: "POST", path: `/api/users/${user.id}/password`, json });
      process.stdout.write(`The password of ${user.username} is set; the user's sessions are over.\n`);
      if (chosen.isMade) process.stdout.write(`Password: ${chosen.password}\n`);
      return 0;
    }),
});

const deactivate = activityCommand("deactivate", "Lock a user out; ends sessions and tokens at once", false);
const activate = activityCommand("activate", "Let a user in again", true);

function activityCommand(command: string, description: string, isActive: boolean): Command {
  return defineVigieCommand({
    meta: { name: command, description },
    args: { name, ...accountArguments },
    run: ({ args }) =>
      withAccounts(args, async (client) => {
        const user = await getUser(client, args.name);
        await client.send({ method: "PATCH", path: `/api/users/${user.id}`, json: { is_active: isActive } });
        process.stdout.write(`${user.username} is ${isActive ? "active" : "inactive"} now.\n`);
        return 0;
      }),
  });
}

const remove = defineVigieCommand({
  meta: { name: "delete", description: "Delete a user with everything only this user can see" },
  args: { name, ...accountArguments },
  run: ({ args }) =>
    withAccounts(args, async (client) => {
      const user = await getUser(client, args.name);
      await client.send({ method: "DELETE", path: `/api/users/${user.id}` });
      process.stdout.write(`Deleted user ${user.username}.\n`);
      return 0;
    }),
});

export const usersCommand = defineVigieCommand({
  meta: { name: "users", description: "List, create and change users" },
  subCommands: { list, create, password, deactivate, activate, delete: remove },
  examples: [["vigie users list --username admin", "asks for admin's password"]],
});

async function choosePassword(fromStdin: boolean): Promise<{ password: string; isMade: boolean }> {
  if (fromStdin) return { password: await readPassword("New password: "), isMade: false };
  return { password: randomHex(10), isMade: true };
}

function splitList(text: string | undefined): string[] | undefined {
  return text
    ?.split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
