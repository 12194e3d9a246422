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
      answer: { status: 204, schema: "none" },
      handle: (call) => auth.logout(call),
    }),
  ];
}
