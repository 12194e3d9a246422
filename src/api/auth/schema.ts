import * as z from "zod";
import { preferences } from "../../http/access/preferences.ts";

const required = (name: string) =>
  z.string().refine((value) => value.trim() !== "", { error: `The ${name} may not be blank.` });

/** Credentials sent to log in. */
export const authShort = z
  .object({ username: required("user name"), password: required("password") })
  .meta({ id: "AuthShort" });

export const authInfo = z
  .object({
    user: z
      .object({
        id: z.int(),
        username: z.string(),
        fullname: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        email: z.string(),
        is_superuser: z.boolean(),
        permissions: z.array(z.string()),
        hosts: z.array(z.string()),
        preferences,
      })
      .nullable()
      .describe("Null when not authorized."),
  })
  .meta({ id: "AuthInfo" });
export type AuthInfo = z.infer<typeof authInfo>;
