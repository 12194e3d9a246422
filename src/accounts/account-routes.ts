import { createSessionRepository } from "../api/auth/repository.ts";
import { authRoutes } from "../api/auth/routes.ts";
import { createAuthService } from "../api/auth/service.ts";
import { createAuthTokenRepository } from "../api/authtokens/repository.ts";
import { authTokenRoutes } from "../api/authtokens/routes.ts";
import { createAuthTokenService } from "../api/authtokens/service.ts";
import { createSessionListRepository } from "../api/sessions/repository.ts";
import { sessionRoutes } from "../api/sessions/routes.ts";
import { createSessionService } from "../api/sessions/service.ts";
import { createUserRepository } from "../api/users/repository.ts";
import { userRoutes } from "../api/users/routes.ts";
import { createUserService } from "../api/users/service.ts";
import type { Db } from "../db/open-database.ts";
import { createThrottle } from "../http/access/throttle.ts";
import type { Route } from "../http/route.ts";
import { type Clock, systemClock } from "../lib/clock.ts";

export interface AccountParts {
  db: Db;
  /** Resolves when every user that can log in exists. */
  usersReady: Promise<void>;
  clock?: Clock;
  /** Called after a user and everything he owned in the database were deleted. */
  onDeleted(): void;
}

/** Users and their credentials: logins, sessions, tokens. Needs nothing but the database. */
export function accountRoutes({ db, usersReady, onDeleted, clock = systemClock }: AccountParts): Route[] {
  const throttle = createThrottle();
  return [
    ...authRoutes(createAuthService(createSessionRepository(db), throttle, usersReady, clock)),
    ...sessionRoutes(createSessionService(createSessionListRepository(db), clock)),
    ...authTokenRoutes(createAuthTokenService(createAuthTokenRepository(db), clock)),
    ...userRoutes(createUserService(createUserRepository(db), throttle, { onDeleted, clock })),
  ];
}
