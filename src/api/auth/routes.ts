import { route } from "../../http/route.ts";
import { loginBytesMax } from "./limits.ts";
import { authInfo, authShort } from "./schema.ts";
import type { AuthService } from "./service.ts";

export function authRoutes(auth: AuthService) {
  return [
    route({
      method: "GET",
      path: "/api/auth",
      who: "anyone",
      tag: "auth",
      summary: "The user of the current session; null when not authorized",
      description: "Open to everybody, so that a page can ask whether anybody is logged in.",
      answer: { status: 200, schema: authInfo },
      handle: ({ principal }) => auth.describe(principal),
    }),
    route({
      method: "POST",
      path: "/api/auth",
      who: "anyone",
      worksOnFullDisk: true,
      detailBesideFields: true,
      tag: "auth",
      summary: "Log in and create a session",
      description:
        "Sets the cookie of a session. 403 for a wrong name as for a wrong password; after ten of them in five minutes 429.",
      example: { body: { username: "admin", password: "correct horse battery" } },
      body: authShort,
      maxBodyBytes: loginBytesMax,
      moreErrors: [403, 429, 503],
      answer: { status: 200, schema: authInfo },
      handle: (call) => auth.login(call),
    }),
    route({
      method: "DELETE",
      path: "/api/auth",
      who: "anyone",
      tag: "auth",
      summary: "Log out; does nothing when nobody is logged in",
      description: "Always answers 204, and ends the session of the cookie where there is one.",
      answer: { status: 204, schema: "none" },
      handle: (call) => auth.logout(call),
    }),
  ];
}
