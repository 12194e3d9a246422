import { type EventLeaves, leafSlots } from "../event/event-leaves.ts";
import type { NamePlace } from "../event/name-place.ts";
import { fastLeavesMax, shapeNodesMax, shapeTagsMax } from "../limits.ts";
import { type Leaf, leafOfProtocol, type Shape, shapeOf } from "./event-shape.ts";

/** The shapes of events whose leaves a protocol's reader found: the twin of `ShapeTree`, without objects in objects. */
export class LeafShapes {
  /** By the place that their names led to, then by filled slots. Weak: places are forgotten together. */
  #shapes = new WeakMap<NamePlace, (Shape | typeof slow)[]>();
  #count = 0;
  #tags = 0;

  /** Undefined: one for the slow path. */
  find({ place, filled, count, eventId }: EventLeaves): Shape | undefined {
    if (place === undefined || count > fastLeavesMax || eventId !== "") return undefined;
    const shape = this.#shapes.get(place)?.[filled] ?? this.#learn(place, filled);
    return shape === slow ? undefined : shape;
  }

  #learn(place: NamePlace, filled: number): Shape | typeof slow {
    if (this.#count >= shapeNodesMax || this.#tags >= shapeTagsMax) this.#begin();
    const leaves = leavesOf(place, filled);
    const shape = (leaves && shapeOf(leaves)) ?? slow;
    this.#count++;
    if (shape !== slow) this.#tags += shape.tags.length;
    const known = this.#shapes.get(place) ?? [];
    known[filled] = shape;
    this.#shapes.set(place, known);
    return shape;
  }

  #begin(): void {
    this.#shapes = new WeakMap();
    this.#count = 0;
    this.#tags = 0;
  }
}

/** The slots, then what has a name. Undefined: some name is for the slow path. */
function leavesOf(last: NamePlace, filled: number): Leaf[] | undefined {
  const named: Leaf[] = [];
  for (let place = last; place.before !== undefined; place = place.before) {
    const leaf = leafOfProtocol(place.name);
    if (leaf === undefined) return undefined;
    named.push(leaf);
  }
  const slots = slotRoles.map((role, slot): Leaf => {
    const isFilled = (filled & (1 << slot)) !== 0;
    return { role: isFilled ? role : "none", name: "", path: "", foreign: undefined };
  });
  return [...slots, ...named.reverse()];
}

/** Events of such names take the slow path. */
const slow = "slow";
const slotRoles = Object.keys(leafSlots).map((slot) => (slot === "time" ? "ts" : slot)) as Leaf["role"][];
