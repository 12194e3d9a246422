import { ruledTagsMax } from "../limits.ts";
import { type Shape, tagsAt } from "./event-shape.ts";

/**
 * Shapes of events with the tags that parser rules set beside the event's own: rules set the same names for all
 * messages of a kind.
 */
export class RuledShapes {
  private rootCache = new WeakMap<Shape, Root>();
  /** Names in all of them. */
  private tags = 0;

  /**
   * The shape with these tags: pairs in any order, of equal names the last, the value of the first at the leaf
   * `firstLeaf`, the others behind it. Undefined: a name is broken UTF-16, which may equal another one when it is
   * stored.
   */
  find(shape: Shape, pairs: readonly string[], firstLeaf: number): Shape | undefined {
    if (this.tags >= ruledTagsMax) this.begin();
    const root = this.rootOf(shape);
    let place: Place = root;
    for (let i = 0; i < pairs.length; i += 2) place = this.next(place, pairs[i]!);
    if (place.shape !== "unknown") return place.shape;
    root.shapes++;
    place.shape = withTags(shape, pairs, firstLeaf);
    this.tags += place.shape?.tags.length ?? 0;
    return place.shape;
  }

  /** So many orders of names came that they should be sorted before. */
  isCrowded(shape: Shape): boolean {
    return this.rootOf(shape).shapes >= ordersMax;
  }

  private rootOf(shape: Shape): Root {
    let root = this.rootCache.get(shape);
    if (root === undefined) {
      root = new Root();
      this.rootCache.set(shape, root);
    }
    return root;
  }

  private next(place: Place, name: string): Place {
    // Nearly always it is the name that came here last.
    if (place.lastName === name) return place.last!;
    let next = place.after.get(name);
    if (next === undefined) {
      next = new Place();
      place.after.set(name, next);
      this.tags++;
    }
    place.lastName = name;
    place.last = next;
    return next;
  }

  private begin(): void {
    this.rootCache = new WeakMap();
    this.tags = 0;
  }
}

/** Behind some names, in their order. */
class Place {
  readonly after = new Map<string, Place>();
  lastName: string | undefined;
  last: Place | undefined;
  shape: Shape | undefined | "unknown" = "unknown";
}

class Root extends Place {
  /** That begin here. */
  shapes = 0;
}

/** More than the kinds of messages that senders with the same tags have. */
const ordersMax = 512;

function withTags(shape: Shape, pairs: readonly string[], firstLeaf: number): Shape | undefined {
  const leaves = new Map(shape.tagNames.map((name, place) => [name, shape.tags[place]!]));
  for (let i = 0; i < pairs.length; i += 2) {
    if (!pairs[i]!.isWellFormed()) return undefined;
    leaves.set(pairs[i]!, firstLeaf + i / 2);
  }
  const tagNames = [...leaves.keys()].sort((a, b) => (a < b ? -1 : 1));
  const tags = tagsAt(
    tagNames,
    tagNames.map((name) => leaves.get(name)!),
  );
  return { ...shape, ...tags, columns: undefined, generation: -1, asked: undefined };
}
