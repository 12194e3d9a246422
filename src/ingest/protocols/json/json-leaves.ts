import { tagNameCharactersMax } from "../../../eventstore/event/event-limits.ts";
import { quote } from "../../body/json-scanner.ts";
import { ScalarScanner } from "../../body/scalar-scanner.ts";
import { type EventLeaves, type KnownName, leafSlots, noName, type TextSlot } from "../../event/event-leaves.ts";
import { leafKinds } from "../../event/leaf-table.ts";
import { type JsonCursor, textOf } from "./json-cursor.ts";

/** Makes leaves of the values at which a cursor stands; afterwards the cursor stands after the value. */
export class JsonLeaves {
  readonly #cursor: JsonCursor;
  readonly #leaves: EventLeaves;
  readonly #scalars: ScalarScanner;

  constructor(cursor: JsonCursor, leaves: EventLeaves) {
    this.#cursor = cursor;
    this.#leaves = leaves;
    this.#scalars = new ScalarScanner(leaves.table);
  }

  /** Puts a text into that slot and returns true; false: not a text, left to the caller. */
  setText(slot: TextSlot): boolean {
    const { at, isText, bytes } = this.#cursor;
    if (!isText) return false;
    const place = leafSlots[slot];
    if (this.#scalars.scan(bytes, at, bytes.length, quote, place)) {
      this.#cursor.at = this.#scalars.at;
      const { starts, ends, kinds } = this.#leaves.table;
      this.#leaves.setText(slot, starts[place]!, ends[place]!, kinds[place]);
    } else {
      this.#cursor.skipValue();
      if (this.#cursor.isBroken) return true;
      this.#leaves.writeText(slot, JSON.parse(textOf(bytes, at, this.#cursor.at)) as string);
    }
    return true;
  }

  /** The member's scalar under its own name, or all scalars of its object or list under dotted names. */
  addMember(): void {
    const { nameStart, nameEnd, isPlainName } = this.#cursor;
    if (this.#isScalar() && isPlainName) {
      this.#leaves.add(nameStart, nameEnd, 0, 0, leafKinds.nothing);
      this.#scan();
    } else this.#addBelow(this.#joinName(noName));
  }

  /** The same under another name. */
  addAs(name: KnownName): void {
    this.#addBelow(name);
  }

  /** A scalar under a name that lies in the body; other values are not taken. */
  addScalar(nameStart: number, nameEnd: number): void {
    if (this.#isScalar()) {
      this.#leaves.add(nameStart, nameEnd, 0, 0, leafKinds.nothing);
      this.#scan();
    } else this.#cursor.skipValue();
  }

  /** All members of the object; what is too many is passed quickly. */
  addMembers(): void {
    const cursor = this.#cursor;
    const start = cursor.at;
    cursor.enter();
    while (!this.#leaves.isOverfull && cursor.member()) this.addMember();
    if (!this.#leaves.isOverfull) return;
    cursor.at = start;
    cursor.skipValue();
  }

  #isScalar(): boolean {
    return !(this.#cursor.isObject || this.#cursor.isList);
  }

  #addBelow(name: KnownName): void {
    if (this.#isScalar()) {
      this.#leaves.addKnown(name, 0, 0, leafKinds.nothing);
      this.#scan();
    } else if (name.end - name.start > tagNameCharactersMax) this.#addWhole(name);
    else if (this.#cursor.isObject) {
      const prefix = this.#leaves.writeName(name, ".");
      this.#cursor.enter();
      while (this.#cursor.member()) this.#addBelow(this.#joinName(prefix));
    } else {
      this.#cursor.enter();
      for (let index = 0; this.#cursor.element(); index++)
        if (this.#leaves.isOverfull) this.#cursor.skipValue();
        else this.#addBelow(this.#leaves.writeName(name, `.${index}`));
    }
  }

  #joinName(prefix: KnownName): KnownName {
    const { nameStart, nameEnd, isPlainName } = this.#cursor;
    if (isPlainName) return this.#leaves.joinName(prefix, nameStart, nameEnd);
    return this.#leaves.writeName(prefix, this.#cursor.readName());
  }

  /** As its JSON: no tag can have such a name, and each value below would make a longer one. */
  #addWhole(name: KnownName): void {
    const { at } = this.#cursor;
    this.#cursor.skipValue();
    this.#leaves.addKnown(name, at, this.#cursor.at, leafKinds.text);
  }

  /** Makes the scalar the leaf added last. */
  #scan(): void {
    const { bytes, at } = this.#cursor;
    const leaf = this.#leaves.count - 1;
    if (this.#scalars.scan(bytes, at, bytes.length, bytes[at]!, leaf)) {
      this.#cursor.at = this.#scalars.at;
      this.#leaves.sizeBytes += this.#scalars.at - at;
    } else {
      this.#cursor.skipValue();
      this.#leaves.setOdd(at, this.#cursor.at);
    }
  }
}
