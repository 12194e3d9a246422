import { tagNameCharactersMax } from "../../eventstore/event/event-limits.ts";
import { isDialectMark } from "../event/json-dialects/translate-dialect.ts";
import { fastLeavesMax, jsonDepthMax, shapeNodesMax, shapeTagsMax } from "../limits.ts";
import { type Leaf, leafOf, noObjects, type Shape, shapeOf } from "./event-shape.ts";

/**
 * A linked list: the last value, and those before it. Places share prefixes, so a place behind many costs no more than
 * one behind a few.
 */
interface Chain<Value> {
  value: Value;
  before: Chain<Value> | undefined;
  length: number;
}

/**
 * A place between two members of an event's JSON, reached over the names before it. Senders repeat one order of names,
 * so the name that came here last is nearly always the next one, and comparing a few bytes is all that reading a name
 * takes.
 */
export class ShapeNode {
  /** Names that came here; the first one is tried first. */
  edges: ShapeEdge[] = [];
  /** The place behind the object that this stands in; undefined at the top. */
  closed: ShapeNode | undefined;
  /** The shape of an event that ends here; undefined: one for the slow path. "unknown": not determined yet. */
  shape: Shape | undefined | "unknown" = "unknown";

  /** Parameters: the fields of one node, all known when it is made. */
  constructor(
    /** Scalars so far. */
    readonly leaves: Chain<Leaf> | undefined,
    /** Names so far in this object. */
    readonly names: Chain<string> | undefined,
    /** The prefix that tags in this object have. */
    readonly prefix: string,
    readonly isInUserTags: boolean,
    /** The place before the member whose value is this object; undefined at the top. */
    readonly outer: ShapeNode | undefined,
    /** That member's name. */
    readonly member: string,
    readonly depth: number,
  ) {}
}

/** A name, and the places that may follow it. */
export interface ShapeEdge {
  /** The name and the quotation mark behind it. */
  bytes: Uint8Array;
  name: string;
  /** Undefined: an event with a scalar here takes the slow path. */
  scalar: ShapeNode | undefined;
  /** The same for an object. */
  object: ShapeNode | undefined;
}

/** The places seen so far and the shapes that end there, up to a bound; then it starts over. */
export class ShapeTree {
  root = newRoot();
  #nodes = 1;
  #tags = 0;

  /** Adds a name at a place. */
  grow(node: ShapeNode, bytes: Uint8Array): ShapeEdge {
    if (this.#nodes >= shapeNodesMax || this.#tags >= shapeTagsMax) this.#begin();
    this.#nodes += 3;
    const name = Buffer.from(bytes).toString("latin1", 0, bytes.length - 1);
    const isQuick = (node.names?.length ?? 0) < fastLeavesMax && !holds(node.names, name);
    const edge = {
      bytes,
      name,
      scalar: isQuick ? afterScalar(node, name) : undefined,
      object: undefined as ShapeNode | undefined,
    };
    if (isQuick && node.depth < shapeDepthMax) edge.object = insideObject(node, name);
    node.edges.push(edge);
    return edge;
  }

  /** The place behind the object that `node` stands in, which is not the outermost. */
  close(node: ShapeNode): ShapeNode {
    if (node.closed) return node.closed;
    this.#nodes++;
    const outer = node.outer!;
    const { prefix, isInUserTags, depth } = outer;
    const names = chain(outer.names, node.member);
    node.closed = new ShapeNode(node.leaves, names, prefix, isInUserTags, outer.outer, outer.member, depth);
    return node.closed;
  }

  /** The shape of an event that ends at the place; undefined: one for the slow path. */
  shapeOf(node: ShapeNode): Shape | undefined {
    if (node.shape !== "unknown") return node.shape;
    const shape = shapeOf(listOf(node.leaves));
    node.shape = shape;
    this.#tags += shape?.tags.length ?? 0;
    return shape;
  }

  #begin(): void {
    this.root = newRoot();
    this.#nodes = 1;
    this.#tags = 0;
  }
}

function newRoot(): ShapeNode {
  return new ShapeNode(undefined, undefined, "", false, undefined, "", 1);
}

function chain<Value>(before: Chain<Value> | undefined, value: Value): Chain<Value> {
  return { value, before, length: (before?.length ?? 0) + 1 };
}

function holds(names: Chain<string> | undefined, name: string): boolean {
  for (let at = names; at !== undefined; at = at.before) if (at.value === name) return true;
  return false;
}

/** The first first. */
function listOf<Value>(last: Chain<Value> | undefined): Value[] {
  const values: Value[] = [];
  for (let at = last; at !== undefined; at = at.before) values.push(at.value);
  return values.reverse();
}

function afterScalar(node: ShapeNode, name: string): ShapeNode | undefined {
  const leaf = leafOf(node.prefix + name, node.depth === 1, node.isInUserTags);
  if (leaf === undefined) return undefined;
  return new ShapeNode(
    chain(node.leaves, leaf),
    chain(node.names, name),
    node.prefix,
    node.isInUserTags,
    node.outer,
    node.member,
    node.depth,
  );
}

function insideObject(node: ShapeNode, name: string): ShapeNode | undefined {
  const isTop = node.depth === 1;
  if (name === "" || (isTop && (noObjects.has(name) || isDialectMark(name)))) return undefined;
  // Values under a name too long for a tag are set aside as a whole.
  if (node.prefix.length + name.length > tagNameCharactersMax) return undefined;
  const isUserTags = isTop && name === "user_tags";
  const prefix = isUserTags ? "" : `${node.prefix}${name}.`;
  return new ShapeNode(node.leaves, undefined, prefix, isUserTags || node.isInUserTags, node, name, node.depth + 1);
}

/** Deeper ones are rare, and the slow path counts their depth. */
const shapeDepthMax = Math.min(8, jsonDepthMax);
