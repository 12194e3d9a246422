import { tagNameCharactersMax } from "../../../eventstore/event/event-limits.ts";
import { quote } from "../../body/json-scanner.ts";
import { type EventLeaves, type KnownName, leafSlots, type TextSlot } from "../../event/event-leaves.ts";
import { leafKinds } from "../../event/leaf-table.ts";
import { ScalarScanner } from "../../fast/scalar-scanner.ts";
import { type JsonCursor, textOf } from "./json-cursor.ts";

/** Makes leaves of the values at which a cursor stands; the cursor stands behind the value then. */
export class JsonLeaves {
  readonly #cursor: JsonCursor;
  readonly #leaves: EventLeaves;
  readonly #scalars: ScalarScanner;

  constructor(cursor: JsonCursor, leaves: EventLeaves) {
    this.#cursor = cursor;
    this.#leaves = leaves;
    this.#scalars = new ScalarScanner(leaves.table);
  }

  /** A text becomes that slot; anything else is left to the caller, who is told so: false. */
  setText(slot: TextSlot): boolean {
    const { at, isText } = this.#cursor;
    if (!isText) return false;
    this.#cursor.at = this.#cursor.endOfText();
    const { bytes } = this.#cursor;
    if (this.#scalars.scan(bytes, at, this.#cursor.at, quote, leafSlots[slot])) {
      const { starts, ends, kinds } = this.#leaves.table;
      const place = leafSlots[slot];
      this.#leaves.setText(slot, starts[place]!, ends[place]!, kinds[place]);
    } else this.#leaves.writeText(slot, JSON.parse(textOf(bytes, at, this.#cursor.at)));
    return true;
  }

  /** The member's scalar under its own name, or all scalars of its object or list under dotted names. */
  addMember(prefix = ""): void {
    const { nameStart, nameEnd, isPlainName, isObject, isList } = this.#cursor;
    if (isObject || isList || !isPlainName || prefix !== "") this.addAs(prefix + this.#cursor.readName());
    else {
      this.#leaves.add(nameStart, nameEnd, 0, 0, leafKinds.nothing);
      this.#scan();
    }
  }

  /** The same under another name. */
  addAs(name: string): void {
    if (this.#cursor.isObject) this.addMembers(`${name}.`);
    else if (this.#cursor.isList) this.#addElements(name);
    else {
      this.#leaves.addNamed(name, 0, 0, leafKinds.nothing);
      this.#scan();
    }
  }

  /** A scalar under a name that is kept; false: it is none, and the cursor stands where it stood. */
  addKnown(name: KnownName): boolean {
    if (this.#cursor.isObject || this.#cursor.isList) return false;
    this.#leaves.addKnown(name, 0, 0, leafKinds.nothing);
    this.#scan();
    return true;
  }

  /** All members of the object. */
  addMembers(prefix = ""): void {
    // No tag can have such a name, and a longer one would be made for each value below.
    if (prefix.length > tagNameCharactersMax) this.#addWhole(prefix.slice(0, -1));
    else {
      this.#cursor.enter();
      while (this.#cursor.member()) this.addMember(prefix);
    }
  }

  #addElements(name: string): void {
    if (name.length > tagNameCharactersMax) this.#addWhole(name);
    else {
      this.#cursor.enter();
      for (let index = 0; this.#cursor.element(); index++) this.addAs(`${name}.${index}`);
    }
  }

  /** As its JSON. */
  #addWhole(name: string): void {
    const { at } = this.#cursor;
    this.#cursor.skipValue();
    this.#leaves.addNamed(name, at, this.#cursor.at, leafKinds.text);
  }

  /** Has the scalar become the leaf added last. */
  #scan(): void {
    const { bytes, at } = this.#cursor;
    const leaf = this.#leaves.count - 1;
    this.#cursor.skipValue();
    const end = this.#cursor.at;
    // Behind the scalar stands a byte that ends a number.
    if (!this.#scalars.scan(bytes, at, end, bytes[at]!, leaf)) this.#leaves.setOdd(at, end);
    else this.#leaves.sizeBytes += end - at;
  }
}
