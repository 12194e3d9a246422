import { fullnameOf } from "../../db/owner.ts";
import type { UserRow } from "../../db/schema/users.ts";
import { sessionCookie, sessionCookieName } from "../../http/access/cookies.ts";
import { isCrossSite } from "../../http/access/cross-site.ts";
import type { Principal } from "../../http/access/principal.ts";
import type { Throttle } from "../../http/access/throttle.ts";
import { sessionSeconds } from "../../http/limits.ts";
import type { Call } from "../../http/route.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { forbidden } from "../../lib/errors.ts";
import { type RandomHex, randomHex, sha256Hex } from "../../lib/ids.ts";
import { verifyPassword } from "../../lib/password.ts";
import { userAgentCharactersMax } from "./limits.ts";
import type { SessionRepository } from "./repository.ts";
import type { AuthInfo } from "./schema.ts";

export type AuthService = ReturnType<typeof createAuthService>;

type Login = Call<unknown, unknown, { username: string; password: string }>;

/** `usersReady` resolves when every user that can log in exists. */
export function createAuthService(
  sessions: SessionRepository,
  throttle: Throttle,
  usersReady: Promise<void> = Promise.resolve(),
  clock: Clock = systemClock,
  random: RandomHex = randomHex,
) {
  return {
    describe(principal: Principal | null): AuthInfo {
      const user = principal && sessions.findUser(principal.userId);
      return { user: user ? describeUser(user) : null };
    },

    async login({ body, request, host, address, secure, cookies, answerHeaders }: Login): Promise<AuthInfo> {
      if (isCrossSite(request.headers, host)) throw forbidden("A login from another site is refused.");
      await usersReady;
      const attempt = throttle.attempt(body.username, address);
      const user = sessions.findUserByName(body.username);
      const right = await verifyPassword(body.password, user?.passwordHash);
      if (user === undefined || !right || !user.isActive) throw forbidden("The user name or the password is wrong.");
      attempt.succeeded();
      const key = random(32);
      const now = nowSeconds(clock);
      const opened = sessions.open(user, {
        keyHash: sha256Hex(key),
        createdAt: now,
        expiresAt: now + sessionSeconds,
        address,
        userAgent: (request.headers.get("user-agent") ?? "").slice(0, userAgentCharactersMax),
        replaced: sha256Hex(cookies[sessionCookieName] ?? ""),
      });
      if (!opened) throw forbidden("The user name or the password is wrong.");
      answerHeaders.append("Set-Cookie", sessionCookie(key, sessionSeconds, secure));
      return { user: describeUser(user) };
    },

    /** A page of another site, or a caller with a token, ends no session but gets the same answer. */
    logout({ principal, request, host, secure, answerHeaders }: Call): void {
      if (principal?.via !== "session" || isCrossSite(request.headers, host)) return;
      sessions.end(principal.credentialId);
      answerHeaders.append("Set-Cookie", sessionCookie("", 0, secure));
    },
  };
}

function describeUser(user: UserRow): NonNullable<AuthInfo["user"]> {
  return {
    id: user.id,
    username: user.username,
    fullname: fullnameOf(user),
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    is_superuser: user.isSuperuser,
    permissions: user.permissions,
    hosts: user.hosts,
    preferences: user.preferences,
  };
}
