import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { type RandomHex, randomHex } from "../../lib/ids.ts";
import { hashPassword } from "../../lib/password.ts";
import type { UserRepository } from "./repository.ts";

export interface FirstUser {
  /** Generated, to be shown once. Undefined when one was given, and when there are users already. */
  madeUpPassword: string | undefined;
  /** Stores him, once. Hashing his password takes as long as much of a start, so call this when the rest is done. */
  create(): void;
  /** Resolves when he is stored, or was not needed: logins wait for it. Rejects when he cannot be stored. */
  created: Promise<void>;
  /** Finishes a creation that has begun; one that has not is dropped, since nobody was shown its password. */
  close(): Promise<void>;
}

/** Creates `admin`, a superuser, with the given password or a random one, when there is no user yet. */
export function planFirstUser(
  users: UserRepository,
  givenPassword: string,
  clock: Clock = systemClock,
  random: RandomHex = randomHex,
): FirstUser {
  const password = users.count() > 0 ? undefined : givenPassword || random(10);
  const { promise: created, resolve } = Promise.withResolvers<void>();
  if (password === undefined) resolve();
  let isBegun = false;
  return {
    madeUpPassword: givenPassword === "" ? password : undefined,
    created,
    create() {
      if (isBegun || password === undefined) return;
      isBegun = true;
      resolve(insertAdmin(users, password, clock));
    },
    close: async () => (isBegun ? created.catch(() => undefined) : undefined),
  };
}

async function insertAdmin(users: UserRepository, password: string, clock: Clock): Promise<void> {
  const passwordHash = await hashPassword(password);
  const createdAt = nowSeconds(clock);
  users.insert({ username: "admin", passwordHash, isSuperuser: true, permissions: [], createdAt });
}
