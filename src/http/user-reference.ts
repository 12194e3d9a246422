import * as z from "zod";

/** A user as every answer shows an owner. */
export const userReference = z
  .object({ id: z.int(), username: z.string(), fullname: z.string() })
  .meta({ id: "UserReference" });

/** A user in a body: by id. The record of an answer is accepted too, so that PUT takes the result of GET. */
export const userIdField = z.union([z.int().min(1), z.object({ id: z.int().min(1) }).transform(({ id }) => id)], {
  error: "Expected the id of a user.",
});
