import * as z from "zod";
import { tokenTypes } from "../../db/schema/authtokens.ts";
import { listParameters, listSchema } from "../../http/pagination.ts";
import { booleanParameter, enumParameter } from "../../http/parameters.ts";
import { userIdField, userReference } from "../../http/user-reference.ts";

export const authToken = z
  .object({
    secret_key: z.string().describe("The whole key once, in the answer of POST; ever after its short form."),
    token_type: z.enum(tokenTypes),
    owner: userReference,
    description: z.string(),
    created_at: z.int(),
    last_used_at: z.int().nullable().describe("Null until it is used; written once a minute."),
  })
  .meta({ id: "AuthToken" });
export type AuthToken = z.infer<typeof authToken>;

export const authTokenList = listSchema(authToken);

export const newAuthToken = z
  .object({
    token_type: z.enum(tokenTypes).default("USER"),
    owner: userIdField.optional().describe("Id of the user the token acts for; default: the caller."),
    description: z.string().max(255, { error: "Expected at most 255 characters." }).default(""),
  })
  .meta({ id: "AuthTokenRequest" });
export type NewAuthToken = z.output<typeof newAuthToken>;

export const authTokenQuery = z.object({
  token_type: enumParameter(tokenTypes).describe("Only tokens of this type."),
  show_all: booleanParameter().describe("Also the tokens of others."),
  ...listParameters(["created_at", "last_used_at", "token_type", "owner", "description"], "-created_at"),
});
export type AuthTokenQuery = z.output<typeof authTokenQuery>;

export const secretKeyInPath = z.object({
  secret_key: z.string().max(100).describe("The whole key of the token, or its short form."),
});
