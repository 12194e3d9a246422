import type { TokenType } from "../../db/schema/authtokens.ts";
import { may, mayAllOf, type Principal } from "../../http/access/principal.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { dayOf } from "../../ingest/quota/day-bytes.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { forbidden, invalidField, notFound } from "../../lib/errors.ts";
import { type RandomHex, randomHex, sha256Hex } from "../../lib/ids.ts";
import { tokensPerUserMax } from "./limits.ts";
import { type AuthTokenRepository, toAuthToken } from "./repository.ts";
import type { AuthToken, AuthTokenQuery, NewAuthToken, PatchedAuthToken } from "./schema.ts";

export type AuthTokenService = ReturnType<typeof createAuthTokenService>;

export function createAuthTokenService(
  tokens: AuthTokenRepository,
  clock: Clock = systemClock,
  random: RandomHex = randomHex,
) {
  const toToken = (row: Parameters<typeof toAuthToken>[0]) => toAuthToken(row, dayOf(clock()));
  return {
    /** Everybody may see everybody's with `show_all`: they are names, not keys. */
    list(principal: Principal, query: AuthTokenQuery): ListAnswer<AuthToken> {
      const ownerId = query.show_all ? undefined : principal.userId;
      const wanted = { tokenType: query.token_type, ownerId, find: query.find };
      return listAnswer(query, tokens.count(wanted), (window) =>
        tokens.list(wanted, query.ordering, window).map(toToken),
      );
    },

    create(principal: Principal, body: NewAuthToken): AuthToken {
      const ownerId = requireOwner(tokens, principal, body);
      if (tokens.count({ tokenType: undefined, ownerId }) >= tokensPerUserMax)
        throw invalidField("non_field_errors", `A user may own at most ${tokensPerUserMax} tokens.`);
      const createdAt = nowSeconds(clock);
      if (body.expires_at !== null && body.expires_at <= createdAt)
        throw invalidField("expires_at", "Expected a time to come.");
      const key = newKey(body.token_type, random);
      const shortKey = shortKeyOf(key);
      tokens.insert({
        keyHash: sha256Hex(key),
        shortKey,
        tokenType: body.token_type,
        ownerId,
        description: body.description,
        eventsPerSecond: body.events_per_second,
        bytesPerDay: body.bytes_per_day,
        expiresAt: body.expires_at,
        createdAt,
      });
      return { ...toToken(findOrThrow(tokens, shortKey)), secret_key: key };
    },

    get: (principal: Principal, secretKey: string): AuthToken => toToken(getWritable(tokens, principal, secretKey)),

    /** Managers of tokens set what a token may send; its owner may describe it. */
    update(principal: Principal, secretKey: string, body: PatchedAuthToken): AuthToken {
      const { id, shortKey, ...token } = getWritable(tokens, principal, secretKey);
      const { events_per_second: eventsPerSecond = token.eventsPerSecond } = body;
      const { bytes_per_day: bytesPerDay = token.bytesPerDay, description = token.description } = body;
      const isOther = eventsPerSecond !== token.eventsPerSecond || bytesPerDay !== token.bytesPerDay;
      if (isOther && !may(principal, "manage_authtokens"))
        throw forbidden("Only who manages tokens changes what they may send.");
      tokens.update(id, { description, eventsPerSecond, bytesPerDay });
      return toToken(findOrThrow(tokens, shortKey));
    },

    remove(principal: Principal, secretKey: string): void {
      tokens.remove(getWritable(tokens, principal, secretKey).id);
    },
  };
}

/** 24 random bytes; the first 12 digits are public, which leaves 144 secret bits. */
function newKey(tokenType: TokenType, random: RandomHex): string {
  return `${tokenType.toLowerCase()}-${random(24)}`;
}

function shortKeyOf(key: string): string {
  return key.slice(0, key.indexOf("-") + 1 + shortDigits);
}

const shortDigits = 12;

function requireOwner(tokens: AuthTokenRepository, principal: Principal, body: NewAuthToken): number {
  const { owner: ownerId = principal.userId, token_type: tokenType } = body;
  if (ownerId === principal.userId) return ownerId;
  if (!may(principal, "manage_authtokens")) throw forbidden("Only who manages tokens makes them for others.");
  const owner = tokens.findUser(ownerId);
  if (!owner?.isActive) throw invalidField("owner", `There is no active user ${ownerId}.`);
  if (tokenType === "USER" && !mayAllOf(principal, owner))
    throw forbidden("Only a superuser makes a token that acts for a user who may or sees more than himself.");
  return ownerId;
}

/** A caller who may not delete a token does not see it either. */
function getWritable(tokens: AuthTokenRepository, principal: Principal, secretKey: string) {
  const found = findOrThrow(tokens, secretKey);
  if (found.owner.id !== principal.userId && !may(principal, "manage_authtokens")) throw notFound();
  return found;
}

/** By the short form or the whole key; every digit of a whole key counts. */
function findOrThrow(tokens: AuthTokenRepository, secretKey: string) {
  const found = tokens.findByShortKey(shortKeyOf(secretKey));
  const named = secretKey === found?.shortKey || sha256Hex(secretKey) === found?.keyHash;
  if (found === undefined || !named) throw notFound();
  return found;
}
