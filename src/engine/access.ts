import type { Principal } from "../http/access/principal.ts";
import { notFound } from "../lib/errors.ts";
import { sameMembers } from "../lib/same-members.ts";
import { requireMayAsk } from "../query/kinds/kinds.ts";
import type { StoredQueries } from "./stored-queries.ts";
import type { StoredQuery } from "./stored-query.ts";

/** The query, when it is there and the caller may see it; that counts as a use. Throws `not_found`, `forbidden`. */
export type OpenQuery = (qid: string, principal: Principal) => StoredQuery;

/** Host limits that a user has now; undefined when the user no longer exists. */
export type HostsOf = (userId: number) => readonly string[] | undefined;

/** Decides who may see which query. It always runs under its owner's current host limits, whoever reads it. */
export function createQueryAccess(queries: StoredQueries, hostsOf: HostsOf): OpenQuery {
  return (qid, principal) => {
    const query = queries.find(qid);
    if (query === undefined) throw notFound();
    const limits = hostsFor(query, principal);
    if (limits === undefined) throw notFound();
    requireMayAsk(query.definition.type, principal);
    queries.touch(qid);
    query.limitHosts(limits);
    return query;
  };

  /** The limits the query is under now; undefined when the caller may not see it. */
  function hostsFor(query: StoredQuery, principal: Principal): readonly string[] | undefined {
    const { ownerId } = query.definition;
    if (ownerId === principal.userId) return principal.hosts;
    if (!principal.isSuperuser) return undefined;
    const hosts = hostsOf(ownerId);
    if (hosts === undefined || (principal.hosts.length > 0 && !sameMembers(principal.hosts, hosts))) return undefined;
    return hosts;
  }
}
