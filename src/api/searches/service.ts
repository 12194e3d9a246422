import { ownerOf } from "../../db/owner.ts";
import type { SavedQuestion } from "../../db/schema/searches.ts";
import { nextSecond } from "../../engine/stored-query.ts";
import type { Principal } from "../../http/access/principal.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { AppError, forbidden, invalidField, invalidFields, notFound } from "../../lib/errors.ts";
import { questionBytesMax, searchesPerUserMax } from "./limits.ts";
import { linksOf } from "./link.ts";
import type { SearchRepository } from "./repository.ts";
import type { SavedSearch, SearchBody, SearchPatch, SearchQuery } from "./schema.ts";

export type SearchService = ReturnType<typeof createSearchService>;

export interface SearchServiceParts {
  searches: SearchRepository;
  /** Throws AppError `invalid` with fields under `params` when the engine would refuse it. */
  checkQuestion(body: { type: string; params: Record<string, unknown> }): unknown;
  /** The service's time zone, for ranges that name none. */
  timezone: string;
  clock?: Clock;
}

/** The caller's own searches and those that others made public. Only the owner and superusers may change one. */
export function createSearchService({ searches, checkQuestion, timezone, clock = systemClock }: SearchServiceParts) {
  return {
    list(principal: Principal, query: SearchQuery): ListAnswer<SavedSearch> {
      const { title, find, tag, owner: owners, is_public: isPublic } = query;
      const wanted = { userId: principal.userId, title, find, tag, owners, isPublic };
      return listAnswer(query, searches.count(wanted), (window) =>
        searches.list(wanted, query.ordering, window).map((row) => toSearch(principal, row)),
      );
    },

    get: (principal: Principal, id: number): SavedSearch => toSearch(principal, find(principal, id)),

    create(principal: Principal, { title, columns, tags, is_public, ...question }: SearchBody): SavedSearch {
      check(question);
      const now = nowSeconds(clock);
      const row = { title, columns, tags, isPublic: is_public, question, createdAt: now, updatedAt: now };
      const id = searches.inTransaction(() => {
        if (searches.countOwn(principal.userId) >= searchesPerUserMax)
          throw new AppError("conflict", `Limit reached: ${searchesPerUserMax} searches per user. Delete one first.`);
        return searches.insert({ ...row, ownerId: principal.userId });
      });
      return toSearch(principal, find(principal, id));
    },

    update(principal: Principal, id: number, changes: SearchPatch): SavedSearch {
      const { search } = findWritable(principal, id);
      const { title, columns, tags, is_public: isPublic, ...asked } = changes;
      const given = (fields: object) =>
        Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const question = { ...search.question, ...given(asked) };
      check(question);
      searches.update(id, { ...given({ title, columns, tags, isPublic }), question, updatedAt: nowSeconds(clock) });
      return toSearch(principal, find(principal, id));
    },

    remove(principal: Principal, id: number): void {
      findWritable(principal, id);
      searches.remove(id);
    },
  };

  function check(question: SavedQuestion): void {
    const bytes = Buffer.byteLength(JSON.stringify(question));
    if (bytes > questionBytesMax)
      throw invalidField("filter", `Expected at most ${questionBytesMax} bytes of JSON, got ${bytes}.`);
    try {
      checkQuestion({ type: "Search", params: { ...question } });
    } catch (error) {
      if (!(error instanceof AppError) || error.details.fields === undefined) throw error;
      const named = Object.entries(error.details.fields).map(([path, messages]) => [
        path.replace(/^params\./, ""),
        messages,
      ]);
      throw invalidFields(Object.fromEntries(named));
    }
  }

  function find(principal: Principal, id: number): Row {
    const row = searches.find(id);
    const isVisible = row?.search.isPublic || mayChange(principal, row);
    if (row === undefined || !isVisible) throw notFound();
    return row;
  }

  function findWritable(principal: Principal, id: number): Row {
    const row = find(principal, id);
    if (!mayChange(principal, row)) throw forbidden();
    return row;
  }

  function toSearch(principal: Principal, row: Row): SavedSearch {
    const { id, title, question, columns, tags, isPublic, createdAt, updatedAt } = row.search;
    return {
      id,
      title,
      ...question,
      columns,
      tags,
      is_public: isPublic,
      owner: ownerOf(row.owner),
      is_read_only: !mayChange(principal, row),
      ...linksOf(question, columns, nextSecond(clock), timezone),
      created_at: createdAt,
      updated_at: updatedAt,
    };
  }
}

type Row = NonNullable<ReturnType<SearchRepository["find"]>>;

function mayChange(principal: Principal, row: Row | undefined): boolean {
  return row?.search.ownerId === principal.userId || principal.isSuperuser;
}
