import { notFound } from "../lib/errors.ts";
import { readCredential } from "./access/credential.ts";
import { admit } from "./access/guard.ts";
import type { Exchange } from "./answer-route.ts";

/** 404; but a guest learns nothing of what is there and what not. */
export async function answerUnknownPath({ request, queryString, guard, path }: Exchange): Promise<Response> {
  admit(guard.identify(readCredential(request.headers, queryString)), "user");
  throw notFound(`There is nothing at "${path}".`);
}
