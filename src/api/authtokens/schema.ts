import * as z from "zod";
import { tokenTypes } from "../../db/schema/authtokens.ts";
import { findParameter, listParameters, listSchema } from "../../http/pagination.ts";
import { booleanParameter, enumParameter } from "../../http/parameters.ts";
import { userIdField, userReference } from "../../http/user-reference.ts";

export const authToken = z
  .object({
    secret_key: z.string().describe("The whole key once, in the answer of POST; ever after its short form."),
    token_type: z.enum(tokenTypes),
    owner: userReference,
    description: z.string(),
    created_at: z.int(),
    events_per_second: z.int().nullable().describe("Events it may send a second; null: as many as come."),
    bytes_per_day: z.int().nullable().describe("Bytes of bodies, as they are sent, it may send in a UTC day."),
    bytes_today: z.int().describe("Bytes it has sent in this UTC day; written once a minute."),
    last_used_at: z.int().nullable().describe("Null until it is used; written once a minute."),
    expires_at: z.int().nullable().describe("From then on it is refused; null: never."),
  })
  .meta({ id: "AuthToken" });
export type AuthToken = z.infer<typeof authToken>;

export const authTokenList = listSchema(authToken);

const quotaFields = {
  events_per_second: z
    .int("Expected a whole number, or null for no bound.")
    .min(1)
    .max(10_000_000)
    .nullable()
    .describe("Beyond it, what it sends is answered 429 with Retry-After. Null: as many as come."),
  bytes_per_day: z
    .int("Expected a whole number, or null for no bound.")
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .nullable()
    .describe("The same for the bytes of bodies in a UTC day."),
};
const descriptionField = z.string().max(255, { error: "Expected at most 255 characters." });

export const patchedAuthToken = z
  .object({ description: descriptionField, ...quotaFields })
  .partial()
  .meta({ id: "PatchedAuthToken" });
export type PatchedAuthToken = z.output<typeof patchedAuthToken>;

export const newAuthToken = z
  .object({
    token_type: z.enum(tokenTypes).default("USER"),
    owner: userIdField.optional().describe("Id of the user the token acts for; default: the caller."),
    description: descriptionField.default(""),
    events_per_second: quotaFields.events_per_second.default(null),
    bytes_per_day: quotaFields.bytes_per_day.default(null),
    expires_at: z
      .int("Expected epoch seconds, or null for a token without end.")
      .nullable()
      .default(null)
      .describe("Epoch seconds from which on it is refused; null: never."),
  })
  .meta({ id: "AuthTokenRequest" });
export type NewAuthToken = z.output<typeof newAuthToken>;

export const authTokenQuery = z.object({
  token_type: enumParameter(tokenTypes).describe("Only tokens of this type."),
  show_all: booleanParameter().describe("Also the tokens of others."),
  ...findParameter("their description, short form, or the name of their owner"),
  ...listParameters(["created_at", "last_used_at", "token_type", "owner", "description"], "-created_at"),
});
export type AuthTokenQuery = z.output<typeof authTokenQuery>;

export const secretKeyInPath = z.object({
  secret_key: z
    .string()
    .max(100)
    .meta({ description: "The whole key of the token, or its short form.", examples: ["ingest-0123456789ab"] }),
});
