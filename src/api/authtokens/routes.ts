import { route } from "../../http/route.ts";
import { authToken, authTokenList, authTokenQuery, newAuthToken, patchedAuthToken, secretKeyInPath } from "./schema.ts";
import type { AuthTokenService } from "./service.ts";

export function authTokenRoutes(tokens: AuthTokenService) {
  return [
    route({
      method: "GET",
      path: "/api/authtokens",
      who: "user",
      tag: "authtokens",
      summary: "List active tokens",
      query: authTokenQuery,
      answer: { status: 200, schema: authTokenList },
      handle: ({ principal, query }) => tokens.list(principal!, query),
    }),
    route({
      method: "POST",
      path: "/api/authtokens",
      who: "user",
      tag: "authtokens",
      summary: "Create a token; its whole key is shown in this answer only",
      body: newAuthToken,
      answer: { status: 201, schema: authToken },
      handle: ({ principal, body }) => tokens.create(principal!, body),
    }),
    route({
      method: "GET",
      path: "/api/authtokens/{secret_key}",
      who: "user",
      tag: "authtokens",
      summary: "Read a token",
      parameters: secretKeyInPath,
      answer: { status: 200, schema: authToken },
      handle: ({ principal, path }) => tokens.get(principal!, path.secret_key),
    }),
    route({
      method: "PATCH",
      path: "/api/authtokens/{secret_key}",
      who: "user",
      tag: "authtokens",
      summary: "Change the description of a token, and what it may send",
      parameters: secretKeyInPath,
      body: patchedAuthToken,
      answer: { status: 200, schema: authToken },
      handle: ({ principal, path, body }) => tokens.update(principal!, path.secret_key, body),
    }),
    route({
      method: "DELETE",
      path: "/api/authtokens/{secret_key}",
      who: "user",
      tag: "authtokens",
      summary: "Delete a token; it is refused from the next request on",
      parameters: secretKeyInPath,
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => tokens.remove(principal!, path.secret_key),
    }),
  ];
}
