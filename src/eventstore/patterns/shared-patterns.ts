import { WordStandIns } from "../../pattern/word-stand-ins.ts";
import { PatternNumbers } from "./row-patterns.ts";

/**
 * Patterns and words that were met in one slice of a segment and hold in the others: all slices have the same templates
 * and the same dictionaries of words.
 */
export class SharedPatterns {
  readonly numbers = new PatternNumbers();
  /** By name of a hole that has a dictionary, the stand-in of each of its values. */
  readonly byValue = new Map<string, Uint32Array>();
  #words = new WordStandIns();
  #ways: (WordWay | undefined)[] = [];
  #wayCount = 0;

  get words(): WordStandIns {
    return this.#words;
  }

  /** The way of a template's rows whose words are all data. The ways of rows before may be forgotten by then. */
  begin(template: number): WordWay {
    if (this.#wayCount >= keptMost) {
      this.#ways = [];
      this.#wayCount = 0;
    }
    this.#ways[template] ??= new WordWay();
    return this.#ways[template];
  }

  /** The way on, when this stand-in fills the next hole that has one. */
  follow(way: WordWay, place: number, standIn: number): WordWay {
    const key = place * 2 ** 32 + standIn;
    way.further ??= new Map();
    let next = way.further.get(key);
    if (next === undefined) {
      next = new WordWay();
      this.#wayCount++;
      way.further.set(key, next);
    }
    return next;
  }

  /** Between two slices: gives up words that hardly repeat. */
  tidy(): void {
    if (this.#words.standIns.length < keptMost) return;
    this.byValue.clear();
    this.#words = new WordStandIns();
    this.#ways = [];
    this.#wayCount = 0;
  }
}

/** Rows of one template whose holes have the same stand-ins so far. */
export class WordWay {
  /** Number of their pattern; undefined: not computed yet. */
  pattern: number | undefined;
  /** By place of the hole and its stand-in. */
  further: Map<number, WordWay> | undefined;
}

/** Some 200 bytes each. */
const keptMost = 65_536;
