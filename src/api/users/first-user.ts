import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { type RandomHex, randomHex } from "../../lib/ids.ts";
import { hashPassword } from "../../lib/password.ts";
import type { UserRepository } from "./repository.ts";

/**
 * Where there is no user yet: makes `admin`, a superuser, with the given password or a random one. The random one is
 * returned, to be shown once; otherwise undefined.
 */
export async function createFirstUser(
  users: UserRepository,
  givenPassword: string,
  clock: Clock = systemClock,
  random: RandomHex = randomHex,
): Promise<string | undefined> {
  if (users.count() > 0) return undefined;
  const password = givenPassword || random(10);
  const passwordHash = await hashPassword(password);
  users.insert({
    username: "admin",
    passwordHash,
    isSuperuser: true,
    permissions: [],
    createdAt: nowSeconds(clock),
  });
  return givenPassword === "" ? password : undefined;
}
