import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { AppError, forbidden } from "../../lib/errors.ts";
import { sha256Hex } from "../../lib/ids.ts";
import type { Logger } from "../../lib/log.ts";
import { sessionSeconds, touchIntervalSeconds } from "../limits.ts";
import type { Credential } from "./credential.ts";
import { may, type Permission, type Principal } from "./principal.ts";

/** Look-ups for the guard; api/auth reads them from the database. Only active users are found. */
export interface CredentialStore {
  /** Not expired at `now`. */
  findSession(keyHash: string, now: number): FoundSession | undefined;
  findToken(keyHash: string, now: number): FoundToken | undefined;
  renewSession(id: number, now: number, expiresAt: number): void;
  touchToken(id: number, now: number): void;
}

export interface FoundUser {
  userId: number;
  username: string;
  isSuperuser: boolean;
  permissions: readonly string[];
  hosts: readonly string[];
}
export interface FoundSession extends FoundUser {
  sessionId: number;
  renewedAt: number;
}
export interface FoundToken extends FoundUser {
  tokenId: number;
  tokenType: "USER" | "INGEST";
  lastUsedAt: number | null;
}

/** The caller. `guest` has no principal; a shipper's is the owner of its INGEST token. */
export interface Caller {
  kind: "guest" | "session" | "user-token" | "shipper";
  principal: Principal | null;
  /** The session was just renewed: its cookie must be sent again. */
  renewed: boolean;
}

export interface Guard {
  identify(credential: Credential): Caller;
  /** The user of a session or USER token, if it is still valid. Does not count as a use: nothing is renewed. */
  recheck(credential: Credential): Principal | null;
}

export function createGuard(store: CredentialStore, log: Logger, clock: Clock = systemClock): Guard {
  return {
    identify(credential) {
      if (credential.kind === "token") return callerOfToken(credential.key, store, log, nowSeconds(clock));
      if (credential.kind === "session") return callerOfSession(credential.key, store, log, nowSeconds(clock));
      return guest;
    },
    recheck(credential) {
      if (credential.kind === "token") return userOfToken(credential.key, store, nowSeconds(clock));
      return credential.kind === "session" ? userOfSession(credential.key, store, nowSeconds(clock)) : null;
    },
  };
}

/** The principal a route's handler gets; throws `unauthorized` if the route does not admit the caller. */
export function admit(caller: Caller, who: "anyone" | "user" | "shipper"): Principal | null {
  const admitted = {
    anyone: true,
    user: caller.kind === "session" || caller.kind === "user-token",
    shipper: caller.kind === "shipper" || caller.kind === "user-token",
  };
  if (!admitted[who]) throw unauthorized(caller.kind);
  return caller.kind === "shipper" && who !== "shipper" ? null : caller.principal;
}

export function requirePermission(principal: Principal | null, permission: Permission | undefined): void {
  if (permission !== undefined && !(principal && may(principal, permission))) throw forbidden();
}

function unauthorized(kind: Caller["kind"]): AppError {
  return new AppError(
    "unauthorized",
    refusals[kind] ?? "Authentication credentials were not provided or are not valid.",
  );
}

/** A valid credential that does not fit this route. */
const refusals: Partial<Record<Caller["kind"], string>> = {
  shipper: "An INGEST token may send events and nothing else; this needs a session or a USER token.",
  session: "A session sends no events; this needs a token, of type INGEST or USER.",
};

const guest: Caller = { kind: "guest", principal: null, renewed: false };

function callerOfToken(key: string, store: CredentialStore, log: Logger, now: number): Caller {
  const token = findToken(key, store, now);
  if (token === undefined) return guest;
  if (token.lastUsedAt === null || now - token.lastUsedAt >= touchIntervalSeconds)
    tryWrite(log, () => store.touchToken(token.tokenId, now));
  const kind = token.tokenType === "INGEST" ? "shipper" : "user-token";
  return { kind, principal: principalOf(token, "token", token.tokenId), renewed: false };
}

function userOfToken(key: string, store: CredentialStore, now: number): Principal | null {
  const token = findToken(key, store, now);
  return token?.tokenType === "USER" ? principalOf(token, "token", token.tokenId) : null;
}

function findToken(key: string, store: CredentialStore, now: number): FoundToken | undefined {
  return keyPattern.test(key) ? store.findToken(sha256Hex(key), now) : undefined;
}

/** The whole key: the short form names a token and opens nothing. */
const keyPattern = /^(user|ingest)-[0-9a-f]{48}$/;

function callerOfSession(key: string, store: CredentialStore, log: Logger, now: number): Caller {
  const session = findSession(key, store, now);
  if (session === undefined) return guest;
  const due = now - session.renewedAt >= touchIntervalSeconds;
  const renewed = due && tryWrite(log, () => store.renewSession(session.sessionId, now, now + sessionSeconds));
  return { kind: "session", principal: principalOf(session, "session", session.sessionId), renewed };
}

function userOfSession(key: string, store: CredentialStore, now: number): Principal | null {
  const session = findSession(key, store, now);
  return session === undefined ? null : principalOf(session, "session", session.sessionId);
}

function findSession(key: string, store: CredentialStore, now: number): FoundSession | undefined {
  return key === "" ? undefined : store.findSession(sha256Hex(key), now);
}

function principalOf(user: FoundUser, via: Principal["via"], credentialId: number): Principal {
  const { userId, username, isSuperuser, permissions, hosts } = user;
  return { userId, username, isSuperuser, permissions: permissions as Permission[], hosts, via, credentialId };
}

/** On a full disk reading goes on: a time of use that could not be written is no reason to refuse a request. */
function tryWrite(log: Logger, write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    log.warn({ err: error }, "time of last use not written");
    return false;
  }
}
