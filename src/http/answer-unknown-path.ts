import { notFound } from "../lib/errors.ts";
import { readCredential } from "./access/credential.ts";
import { admit } from "./access/guard.ts";
import type { Exchange } from "./answer-route.ts";

/** 404; 401 for a guest, who learns nothing about which paths exist. */
export async function answerUnknownPath({ request, queryString, guard, path }: Exchange): Promise<Response> {
  admit(guard.identify(readCredential(request.headers, queryString)), "user");
  throw notFound(`There is nothing at "${path}".`);
}
