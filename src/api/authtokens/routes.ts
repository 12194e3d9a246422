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
      description: "One's own, with `show_all` everybody's; keys always in their short form.",
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
      description:
        "An INGEST token may send events and nothing else; a USER token may what its owner may. `events_per_second` and `bytes_per_day` bound what it sends.",
      example: { body: { token_type: "INGEST", description: "web servers", events_per_second: 1000 } },
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
      description: "By its whole key or by the short form that the list shows.",
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
      description: "Key and kind stay what they are.",
      example: { body: { description: "web servers in Paris" } },
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
      description: "Requests with it get 401 from then on.",
      parameters: secretKeyInPath,
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => tokens.remove(principal!, path.secret_key),
    }),
  ];
}
