import type { UserRow } from "../../db/schema/users.ts";
import { may, mayAllOf, type Principal } from "../../http/access/principal.ts";
import type { Throttle } from "../../http/access/throttle.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { AppError, forbidden, invalidField, notFound } from "../../lib/errors.ts";
import { hashPassword, verifyPassword } from "../../lib/password.ts";
import { requireGrantable, requireLastSuperuserStays } from "./grants.ts";
import type { UserRepository } from "./repository.ts";
import type { User, UserFields, UserQuery } from "./schema.ts";
import { toUser } from "./to-user.ts";

export type UserService = ReturnType<typeof createUserService>;

export interface UserServiceOptions {
  /** Called after a user and everything he owned in the database were deleted. */
  onDeleted?(): void;
  clock?: Clock;
}

export function createUserService(
  users: UserRepository,
  throttle: Throttle,
  { onDeleted, clock = systemClock }: UserServiceOptions = {},
) {
  const findOrThrow = (id: number): UserRow => users.find(id) ?? throwNotFound();

  /** Changes the given fields, in one transaction with the checks that depend on it. */
  const change = (principal: Principal, id: number, changes: Partial<UserRow>): User =>
    users.inTransaction(() => {
      const before = findOrThrow(id);
      if (id !== principal.userId && !may(principal, "manage_users")) throw forbidden();
      const after = { ...before, ...changes };
      requireGrantable(principal, before, after);
      requireFreeName(users, after.username, id);
      requireLastSuperuserStays(users, before, after);
      const stored = Object.keys(changes).length === 0 ? before : users.update(id, changes);
      if (before.isActive && !after.isActive) endEverything(users, id);
      return toUser(principal, stored);
    });

  return {
    list: (principal: Principal, query: UserQuery): ListAnswer<User> =>
      listAnswer(query, users.count(query.name), (window) =>
        users.list(query.name, query.ordering, window).map((row) => toUser(principal, row)),
      ),

    get: (principal: Principal, id: number): User => toUser(principal, findOrThrow(id)),

    async create(principal: Principal, body: UserFields & { username: string; password: string }): Promise<User> {
      const row = { ...defaultsFor(principal), ...columnsOf(body), username: body.username };
      requireGrantable(principal, undefined, row);
      const passwordHash = await hashPassword(body.password);
      return users.inTransaction(() => {
        requireFreeName(users, body.username, undefined);
        return toUser(principal, users.insert({ ...row, passwordHash, createdAt: nowSeconds(clock) }));
      });
    },

    /** A user who may change only his own names, address and preferences can replace only these. */
    replace(principal: Principal, id: number, body: UserFields): User {
      const all = defaultsFor(principal);
      const { firstName, lastName, email, preferences } = all;
      const own = { firstName, lastName, email, preferences };
      return change(principal, id, { ...(may(principal, "manage_users") ? all : own), ...columnsOf(body) });
    },

    update: (principal: Principal, id: number, body: UserFields): User => change(principal, id, columnsOf(body)),

    remove(principal: Principal, id: number): void {
      users.inTransaction(() => {
        const user = findOrThrow(id);
        if (user.isSuperuser && !principal.isSuperuser) throw forbidden("Only a superuser deletes a superuser.");
        requireLastSuperuserStays(users, user, undefined);
        users.remove(id);
      });
      onDeleted?.();
    },

    /**
     * Changing one's own password needs the current one, with the limit of logins; that of others needs manage_users.
     */
    async setPassword(
      principal: Principal,
      id: number,
      body: { password: string; current_password?: string },
      address: string,
    ): Promise<void> {
      const user = findOrThrow(id);
      const isOwn = id === principal.userId;
      if (!isOwn && !may(principal, "manage_users")) throw forbidden();
      if (!isOwn && !mayAllOf(principal, user))
        throw forbidden("Only a superuser sets the password of a user who may or sees more than himself.");
      if (isOwn) await requireCurrentPassword(user, body.current_password, throttle, address);
      const passwordHash = await hashPassword(body.password);
      users.inTransaction(() => {
        if (findOrThrow(id).passwordHash !== user.passwordHash)
          throw new AppError("conflict", "Somebody else has just changed the password.");
        users.update(id, { passwordHash });
        users.endSessions(id, isOwn && principal.via === "session" ? principal.credentialId : undefined);
      });
    },
  };
}

/** Defaults of fields. A caller limited to hosts cannot create a user without such a limit. */
function defaultsFor(principal: Principal) {
  return {
    firstName: "",
    lastName: "",
    email: "",
    isActive: true,
    isSuperuser: false,
    permissions: ["search_events"],
    hosts: principal.isSuperuser ? [] : [...principal.hosts],
    preferences: {},
  };
}

function columnsOf(body: UserFields): Partial<UserRow> {
  const columns = {
    username: body.username,
    firstName: body.first_name,
    lastName: body.last_name,
    email: body.email,
    isActive: body.is_active,
    isSuperuser: body.is_superuser,
    permissions: body.permissions,
    hosts: body.hosts,
    preferences: body.preferences,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

function requireFreeName(users: UserRepository, username: string, ownId: number | undefined): void {
  const holder = users.findByName(username);
  if (holder !== undefined && holder.id !== ownId)
    throw invalidField("username", `There is already a user named "${username}".`);
}

async function requireCurrentPassword(
  user: UserRow,
  password: string | undefined,
  throttle: Throttle,
  address: string,
): Promise<void> {
  if (password === undefined) throw invalidField("current_password", "This field is required.");
  const attempt = throttle.attempt(user.username, address);
  if (!(await verifyPassword(password, user.passwordHash)))
    throw invalidField("current_password", "The current password is wrong.");
  attempt.succeeded();
}

function endEverything(users: UserRepository, id: number): void {
  users.endSessions(id, undefined);
  users.removeTokens(id);
}

function throwNotFound(): never {
  throw notFound();
}
