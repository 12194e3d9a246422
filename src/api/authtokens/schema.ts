import * as z from "zod";
import { tokenTypes } from "../../db/schema/authtokens.ts";
import { listParameters, listSchema } from "../../http/pagination.ts";
import { booleanParameter, enumParameter } from "../../http/parameters.ts";

export const authToken = z.object({
  secret_key: z.string().describe("The whole key once, in the answer of POST; ever after its short form."),
  token_type: z.enum(tokenTypes),
  owner: z.object({ id: z.int(), username: z.string(), fullname: z.string() }),
  description: z.string(),
  created_at: z.int(),
  last_used_at: z.int().nullable(),
});
export type AuthToken = z.infer<typeof authToken>;

export const authTokenList = listSchema(authToken);

export const newAuthToken = z.object({
  token_type: z.enum(tokenTypes).default("USER"),
  owner: z.int().optional().describe("Id of the user the token acts for; default: the caller."),
  description: z.string().max(255, { error: "Expected at most 255 characters." }).default(""),
});
export type NewAuthToken = z.output<typeof newAuthToken>;

export const authTokenQuery = z.object({
  token_type: enumParameter(tokenTypes),
  show_all: booleanParameter(),
  ...listParameters(["created_at", "last_used_at", "token_type", "owner", "description"], "-created_at"),
});
export type AuthTokenQuery = z.output<typeof authTokenQuery>;

export const secretKeyInPath = z.object({ secret_key: z.string().max(100) });
