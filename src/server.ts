import { createCredentialStore } from "./api/auth/credentials.ts";
import { createSessionRepository } from "./api/auth/repository.ts";
import { authRoutes } from "./api/auth/routes.ts";
import { createAuthService } from "./api/auth/service.ts";
import { createAuthTokenRepository } from "./api/authtokens/repository.ts";
import { authTokenRoutes } from "./api/authtokens/routes.ts";
import { createAuthTokenService } from "./api/authtokens/service.ts";
import { healthRoutes } from "./api/health/routes.ts";
import { createUserRepository } from "./api/users/repository.ts";
import { userRoutes } from "./api/users/routes.ts";
import { createUserService } from "./api/users/service.ts";
import type { Db } from "./db/open-database.ts";
import { createGuard } from "./http/guard.ts";
import { mount } from "./http/mount.ts";
import type { Route } from "./http/route.ts";
import { createThrottle } from "./http/throttle.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import type { Logger } from "./lib/log.ts";
import { version } from "./lib/version.ts";

export interface ServerDependencies {
  db: Db;
  log: Logger;
  trustedProxies: readonly string[];
  isDiskFull(): boolean;
  clock?: Clock;
}

/** The whole HTTP API as an application that is not listening yet. */
export function createServer(dependencies: ServerDependencies) {
  const { db, log, trustedProxies, isDiskFull, clock = systemClock } = dependencies;
  const guard = createGuard(createCredentialStore(db), log.child({ subsystem: "guard" }), clock);
  return mount(listRoutes(dependencies), { guard, log: log.child({ subsystem: "http" }), trustedProxies, isDiskFull });
}

/** Every route there is, in the order of the API's manual. */
export function listRoutes({ db, isDiskFull, clock = systemClock }: ServerDependencies): Route[] {
  const throttle = createThrottle();
  return [
    ...authRoutes(createAuthService(createSessionRepository(db), throttle, clock)),
    ...authTokenRoutes(createAuthTokenService(createAuthTokenRepository(db), clock)),
    ...userRoutes(createUserService(createUserRepository(db), throttle, clock)),
    ...healthRoutes({
      version,
      notReadyBecause: () => (isDiskFull() ? "The disk is full: events are refused." : undefined),
    }),
  ];
}
