import { tagNameCharactersMax, tagsMax, tagValueBytesMax } from "../../eventstore/event/event-limits.ts";
import { tagNameFor } from "../../eventstore/event/reserved-names.ts";
import { cutToBytes } from "../../lib/text-bounds.ts";

/**
 * The user tags of one event as they are found. Anything that cannot be a tag (a name too long or empty, a name that
 * has a value already, one too many) is kept in `aside`, so that no sent value is lost.
 */
export class TagList {
  /** Something was cut or is not searchable because of a bound. */
  cut = false;
  /** For `extra_fields`: name, value, name, value …; a name may come again. */
  readonly aside: string[] = [];
  private readonly pairs: string[] = [];

  /** A name that clashes with a field of every event gets `ut_` in front. The first value of a name stays. */
  add(name: string, value: string): void {
    if (value === "") return;
    const free = tagNameFor(name);
    if (free === "" || free.length > tagNameCharactersMax) {
      this.keepAside(free, value);
      return;
    }
    const fitting = cutToBytes(value, tagValueBytesMax);
    if (fitting.length < value.length) this.cut = true;
    this.pairs.push(free, fitting);
  }

  /** For a name that is too long or empty. */
  keepAside(name: string, value: string): void {
    this.cut = true;
    this.aside.push(name, value);
  }

  /** Name, value, name, value …: names unique and sorted by code unit. */
  finish(): string[] {
    const { pairs } = this;
    if (pairs.length === 0) return noTags;
    sortPairs(pairs);
    this.takeDuplicatesOut();
    if (pairs.length > tagsMax * 2) {
      this.cut = true;
      for (let i = tagsMax * 2; i < pairs.length; i += 2) this.aside.push(pairs[i]!, pairs[i + 1]!);
      pairs.length = tagsMax * 2;
    }
    return pairs;
  }

  private takeDuplicatesOut(): void {
    const { pairs } = this;
    let to = 2;
    for (let i = 2; i < pairs.length; i += 2) {
      if (pairs[i] === pairs[to - 2]) {
        if (pairs[i + 1] !== pairs[to - 1]) this.aside.push(pairs[i]!, pairs[i + 1]!);
        continue;
      }
      pairs[to] = pairs[i]!;
      pairs[to + 1] = pairs[i + 1]!;
      to += 2;
    }
    if (to < pairs.length) pairs.length = to;
  }
}

/** Shared by all events without tags; a row's tags are never written to. */
const noTags: string[] = [];

/**
 * Few and mostly sorted, since senders repeat one order of fields; stable, so that the first of equal names stays
 * first.
 */
function sortPairs(pairs: string[]): void {
  if (pairs.length > largestInsertion) {
    sortManyPairs(pairs);
    return;
  }
  for (let i = 2; i < pairs.length; i += 2) {
    const name = pairs[i]!;
    const value = pairs[i + 1]!;
    let at = i;
    for (; at > 0 && pairs[at - 2]! > name; at -= 2) {
      pairs[at] = pairs[at - 2]!;
      pairs[at + 1] = pairs[at - 1]!;
    }
    pairs[at] = name;
    pairs[at + 1] = value;
  }
}

const largestInsertion = 128;

function sortManyPairs(pairs: string[]): void {
  const order = Array.from({ length: pairs.length / 2 }, (_, index) => index * 2);
  order.sort((a, b) => (pairs[a]! < pairs[b]! ? -1 : pairs[a]! > pairs[b]! ? 1 : a - b));
  const sorted = order.flatMap((index) => [pairs[index]!, pairs[index + 1]!]);
  for (let i = 0; i < sorted.length; i++) pairs[i] = sorted[i]!;
}
