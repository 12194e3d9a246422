import * as z from "zod";

/** How a user is named wherever an owner is put out. */
export const userReference = z
  .object({ id: z.int(), username: z.string(), fullname: z.string() })
  .meta({ id: "UserReference" });

/** A user in a body: by id. A record as it was answered is taken too, so that what GET gives PUT takes back. */
export const userIdField = z.union([z.int().min(1), z.object({ id: z.int().min(1) }).transform(({ id }) => id)], {
  error: "Expected the id of a user.",
});
