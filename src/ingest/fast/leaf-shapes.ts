import { tagNameCharactersMax } from "../../eventstore/event/event-limits.ts";
import { type EventLeaves, leafSlots, slotCount } from "../event/event-leaves.ts";
import { fastLeavesMax, shapeNodesMax, shapeTagsMax } from "../limits.ts";
import { type Leaf, leafOfProtocol, type Shape, shapeOf } from "./event-shape.ts";

/** The shapes of events whose leaves a protocol's reader found: the twin of `ShapeTree`, without objects in objects. */
export class LeafShapes {
  /** By filled slots. */
  #roots: (Place | undefined)[] = [];
  #places = 0;
  #tags = 0;

  /** Undefined: one for the slow path. */
  find(leaves: EventLeaves): Shape | undefined {
    if (leaves.count > fastLeavesMax || leaves.eventId !== "") return undefined;
    if (this.#places >= shapeNodesMax || this.#tags >= shapeTagsMax) this.#begin();
    let place = this.#roots[leaves.filled];
    place ??= this.#roots[leaves.filled] = rootOf(leaves.filled);
    for (let leaf = slotCount; leaf < leaves.count && place !== undefined; leaf++)
      place = this.#next(place, leaves, leaf);
    return place && this.#shapeAt(place);
  }

  #next(place: Place, leaves: EventLeaves, leaf: number): Place | undefined {
    const source = leaves.nameSourceOf(leaf);
    const start = leaves.nameStarts[leaf]!;
    const length = leaves.nameEnds[leaf]! - start;
    const { names, after } = place;
    for (let i = 0; i < names.length; i++) {
      const name = names[i]!;
      if (name.length !== length) continue;
      let same = 0;
      while (same < length && name[same] === source[start + same]) same++;
      if (same === length) return after[i];
    }
    if (names.length === namesMax || length > tagNameCharactersMax) return undefined;
    return this.#learn(place, source.slice(start, start + length));
  }

  /** Names beyond ASCII are rare. */
  #learn(place: Place, name: Uint8Array): Place | undefined {
    if (!name.every((byte) => byte < 0x80)) return undefined;
    const leaf = leafOfProtocol(Buffer.from(name).toString("latin1"));
    const next = leaf && new Place(leaf, place);
    place.names.push(name);
    place.after.push(next);
    this.#places++;
    return next;
  }

  #shapeAt(place: Place): Shape | undefined {
    if (place.shape !== "unknown") return place.shape;
    place.shape = shapeOf(leavesOf(place));
    this.#tags += place.shape?.tags.length ?? 0;
    return place.shape;
  }

  #begin(): void {
    this.#roots = [];
    this.#places = 0;
    this.#tags = 0;
  }
}

/** Behind some names, in their order. */
class Place {
  readonly names: Uint8Array[] = [];
  /** Undefined: events with this name here take the slow path. */
  readonly after: (Place | undefined)[] = [];
  shape: Shape | undefined | "unknown" = "unknown";
  readonly leaf: Leaf;
  readonly before: Place | undefined;

  constructor(leaf: Leaf, before: Place | undefined) {
    this.leaf = leaf;
    this.before = before;
  }
}

/** Behind the slots, which are the first leaves. */
function rootOf(filled: number): Place {
  let place: Place | undefined;
  for (const [slot, role] of slotRoles.entries())
    place = new Place(
      { role: (filled & (1 << slot)) === 0 ? "none" : role, name: "", path: "", foreign: undefined },
      place,
    );
  return place!;
}

/** The first first. */
function leavesOf(last: Place): Leaf[] {
  const leaves: Leaf[] = [];
  for (let place: Place | undefined = last; place !== undefined; place = place.before) leaves.push(place.leaf);
  return leaves.reverse();
}

const slotRoles = Object.keys(leafSlots).map((slot) => (slot === "time" ? "ts" : slot)) as Leaf["role"][];

/** Names that may follow one place; with more, searching them would take longer than the slow path. */
const namesMax = 64;
