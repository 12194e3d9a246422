import * as z from "zod";
import { findParameter, listParameters, listSchema } from "../../http/pagination.ts";
import { booleanParameter, idInPath, integerParameter } from "../../http/parameters.ts";
import { userReference } from "../../http/user-reference.ts";

export const session = z
  .object({
    id: z.int(),
    user: userReference,
    created_at: z.int().describe("Time of the login."),
    last_used_at: z.int().describe("Written once a minute."),
    expires_at: z.int().describe("Time at which it expires unless it is used before."),
    address: z.string().describe("Address of the login; empty: not known."),
    user_agent: z.string().describe("The browser's own description; empty: none, or not known."),
    is_current: z.boolean().describe("The one of this request."),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof session>;
export const sessionList = listSchema(session);

export const sessionQuery = z.object({
  show_all: booleanParameter().describe("Also those of others; only for who manages users."),
  user: integerParameter(1).describe("Of these only those of the user with this id."),
  ...findParameter("the names of their user, or in their address"),
  ...listParameters(["id", "created_at", "last_used_at", "expires_at"], "-last_used_at"),
});
export type SessionQuery = z.output<typeof sessionQuery>;

export const sessionInPath = z.object({ id: idInPath("The id of the session.") });
