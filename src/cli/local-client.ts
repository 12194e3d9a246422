import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { createAuthTokenRepository } from "../api/authtokens/repository.ts";
import { authTokenRoutes } from "../api/authtokens/routes.ts";
import { createAuthTokenService } from "../api/authtokens/service.ts";
import { createUserRepository } from "../api/users/repository.ts";
import { userRoutes } from "../api/users/routes.ts";
import { createUserService } from "../api/users/service.ts";
import { openDatabase } from "../db/open-database.ts";
import type { Principal } from "../http/access/principal.ts";
import { createThrottle } from "../http/access/throttle.ts";
import type { Route } from "../http/route.ts";
import { AppError } from "../lib/errors.ts";
import { lockFolder } from "../lib/folder-lock.ts";
import { CommandError } from "./command.ts";
import { type Client, type ClientRequest, describeBody } from "./http-client.ts";

export interface LocalClient extends Client {
  close(): void;
}

/**
 * Users and tokens of a data folder that no service holds, through the same routes as in a service: same rules, same
 * messages. Anyone who may write the folder is its superuser. Throws StartError when the folder is in use.
 */
export function openLocalClient(folder: string): LocalClient {
  if (!existsSync(join(folder, "vigie.sqlite")))
    throw new CommandError(
      `"${folder}" is no data folder: it has no vigie.sqlite. "vigie serve --data ${folder}" makes one.`,
    );
  const lock = lockFolder(resolve(folder));
  try {
    const { db, close } = openDatabase(resolve(folder));
    const routes = [
      ...userRoutes(createUserService(createUserRepository(db), createThrottle())),
      ...authTokenRoutes(createAuthTokenService(createAuthTokenRepository(db))),
    ];
    return {
      url: folder,
      send: <T>(request: ClientRequest) => answer(routes, request) as Promise<T>,
      close: () => {
        close();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** None of the users, so that no rule about oneself applies. */
const operator: Principal = {
  userId: 0,
  username: "operator",
  isSuperuser: true,
  permissions: [],
  hosts: [],
  via: "session",
  credentialId: 0,
};

async function answer(routes: readonly Route[], request: ClientRequest): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.path, "http://localhost");
  for (const route of routes) {
    const path = route.method === (request.method ?? "GET") ? matchPath(route.path, pathname) : undefined;
    if (path === undefined) continue;
    try {
      return await route.handle({
        principal: operator,
        path: route.parameters?.parse(path) ?? {},
        query: route.query?.parse(Object.fromEntries(searchParams)) ?? {},
        body: route.body === undefined || route.body === "raw" ? undefined : route.body.parse(request.json),
        request: new Request(`http://localhost${request.path}`),
        requestId: "",
        address: "local",
        host: "localhost",
        secure: false,
        cookies: {},
        answerHeaders: new Headers(),
        hold: () => () => undefined,
        allowSilence: () => undefined,
        recheck: () => operator,
        upgrade: () => {
          throw new Error(`${route.path} needs a connection.`);
        },
      });
    } catch (error) {
      throw new CommandError(messageOfRefusal(error), 1, { cause: error });
    }
  }
  throw new Error(`No route for ${request.method ?? "GET"} ${request.path}`);
}

/** The values of a path such as `/api/users/{id}`, or undefined when it is another. */
function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const names = pattern.split("/");
  const parts = path.split("/");
  if (names.length !== parts.length) return undefined;
  const values: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    if (name.startsWith("{")) values[name.slice(1, -1)] = decodeURIComponent(parts[i]!);
    else if (name !== parts[i]) return undefined;
  }
  return values;
}

function messageOfRefusal(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join(" ");
  if (error instanceof AppError) return describeBody(error.details.fields) ?? error.message;
  throw error;
}
