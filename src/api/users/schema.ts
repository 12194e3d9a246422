import * as z from "zod";
import { preferences } from "../../http/access/preferences.ts";
import { permissions } from "../../http/access/principal.ts";
import { listParameters, listSchema } from "../../http/pagination.ts";
import { idInPath } from "../../http/parameters.ts";
import { passwordCharactersMax, passwordCharactersMin } from "../../lib/password.ts";
import { hostCharactersMax, hostPatternsMax } from "./limits.ts";

/** A caller who does not manage users sees only the fields that name another user. */
export const user = z
  .object({
    id: z.int(),
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    fullname: z.string(),
    is_active: z.boolean(),
    email: z.string().optional(),
    is_superuser: z.boolean().optional(),
    permissions: z.array(z.string()).optional(),
    hosts: z.array(z.string()).optional(),
    preferences: preferences.optional(),
    created_at: z.int().optional(),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof user>;
export const userList = listSchema(user);

const atMost = (characters: number) => ({ error: `Expected at most ${characters} characters.` });

const username = z
  .string()
  .max(150, atMost(150))
  .refine((name) => name.trim() !== "", { error: "The user name may not be blank." })
  .refine((name) => name === name.trim() && !/[\u0000-\u001f\u007f]/.test(name), {
    error: "The user name may not begin or end with blanks or contain control characters.",
  });

const newPassword = z
  .string()
  .min(passwordCharactersMin, { error: `Expected at least ${passwordCharactersMin} characters.` })
  .max(passwordCharactersMax, atMost(passwordCharactersMax))
  .refine((password) => password.trim() !== "", { error: "The password may not be blank." });

const name = z.string().max(150, atMost(150));
const email = z
  .string()
  .max(254, atMost(254))
  .refine((text) => text === "" || /^[^\s@]+@[^\s@]+$/.test(text), { error: "Expected an e-mail address." });
const host = z
  .string()
  .min(1, { error: "A host pattern may not be empty." })
  .max(hostCharactersMax, atMost(hostCharactersMax));

const fields = {
  username,
  first_name: name.optional(),
  last_name: name.optional(),
  email: email.optional(),
  is_active: z.boolean().optional(),
  is_superuser: z.boolean().optional(),
  permissions: z
    .array(z.enum(permissions))
    .transform((list) => [...new Set(list)])
    .optional(),
  hosts: z
    .array(host)
    .max(hostPatternsMax, { error: `Expected at most ${hostPatternsMax} patterns.` })
    .optional()
    .describe("Patterns with * and ?; when not empty, only events of these hosts exist for the user."),
  preferences: preferences.optional().describe("Replaced as a whole."),
};

export const createdUser = z.object({ ...fields, password: newPassword }).meta({ id: "NewUser" });
export const replacedUser = z.object(fields).meta({ id: "UserRequest" });
export const patchedUser = z.object({ ...fields, username: username.optional() }).meta({ id: "PatchedUser" });
export type UserFields = z.output<typeof patchedUser>;

export const passwordChange = z
  .object({
    password: newPassword,
    current_password: z.string().optional().describe("Needed for one's own password."),
  })
  .meta({ id: "PasswordChange" });

export const userQuery = z.object({
  name: z
    .string()
    .max(150, atMost(150))
    .optional()
    .describe("Only users whose user name, first, last or full name contains this, in whatever case."),
  ...listParameters(["id", "username", "first_name", "last_name", "is_active", "created_at"]),
});
export type UserQuery = z.output<typeof userQuery>;
export const userInPath = z.object({ id: idInPath("The id of the user.") });
