import { anyHolesMax, unionsOfFrameMax, unitedTemplatesMax, unitedWordsMax } from "../limits.ts";
import { anyHole, canBeHole, endOfPart } from "../template.ts";

/** A template, and how many texts have it. */
export interface UsedTemplate {
  id: number;
  template: Uint8Array;
  uses: number;
}

/** One template for the texts of several. */
export interface UnitedTemplate {
  ids: number[];
  template: Uint8Array;
  uses: number;
}

/**
 * Unites templates that differ in few of their words: where they do, the one for all has a hole for any word. Names of
 * servers, methods and resources in one line multiply: each combination is a template that hardly any text has. Goes by
 * hashes: a text that is not of its united template is found out when its holes are read. `templates`: those with the
 * most uses first; `usesMin`: of a united one.
 */
export function* uniteTemplates(
  templates: readonly UsedTemplate[],
  usesMin: number,
): Generator<void, UnitedTemplate[]> {
  const byFrame = new Map<number, Union[]>();
  const all: Union[] = [];
  for (const [index, one] of templates.slice(0, unitedTemplatesMax).entries()) {
    if ((index & 0xff) === 0xff) yield;
    const { frame, words } = wordsOf(one.template);
    if (words.length > unitedWordsMax) continue;
    const unions = byFrame.get(frame) ?? [];
    byFrame.set(frame, unions);
    if (unions.some((union) => union.takes(one, words))) continue;
    if (unions.length === unionsOfFrameMax) continue;
    const made = new Union(one, words);
    unions.push(made);
    all.push(made);
  }
  yield;
  return all.filter((union) => union.uses >= usesMin).map((union) => union.united());
}

class Union {
  readonly #first: UsedTemplate;
  readonly #words: Int32Array;
  readonly #ids: number[];
  uses: number;
  /** By word: they differ. */
  readonly #differs: Uint8Array;
  #different = 0;

  constructor(first: UsedTemplate, words: readonly number[]) {
    this.#first = first;
    this.#words = Int32Array.from(words);
    this.#ids = [first.id];
    this.uses = first.uses;
    this.#differs = new Uint8Array(words.length);
  }

  /** False: it has too little in common with the others. */
  takes({ id, uses }: UsedTemplate, words: readonly number[]): boolean {
    if (words.length !== this.#words.length) return false;
    const most = Math.min(anyHolesMax, words.length >> 1);
    let different = this.#different;
    for (let i = 0; i < words.length && different <= most; i++)
      if (words[i] !== this.#words[i] && this.#differs[i] === 0) different++;
    if (different > most) return false;
    for (let i = 0; i < words.length; i++) if (words[i] !== this.#words[i]) this.#differs[i] = 1;
    this.#different = different;
    this.#ids.push(id);
    this.uses += uses;
    return true;
  }

  united(): UnitedTemplate {
    const { template } = this.#first;
    const bytes: number[] = [];
    let word = 0;
    for (let at = 0; at < template.length; ) {
      const end = endOfPart(template, at);
      if (canBeHole(template, at, end) && this.#differs[word++] === 1) bytes.push(anyHole);
      else for (let i = at; i < end; i++) bytes.push(template[i]!);
      at = end;
    }
    return { ids: this.#ids, template: Uint8Array.from(bytes), uses: this.uses };
  }
}

/** Hashes of the words and holes, and one of everything else, with where words stand. */
function wordsOf(template: Uint8Array): { frame: number; words: number[] } {
  const words: number[] = [];
  let frame = hashStart;
  for (let at = 0; at < template.length; ) {
    const end = endOfPart(template, at);
    if (canBeHole(template, at, end)) {
      words.push(hashOf(hashStart, template, at, end));
      frame = Math.imul(frame ^ anyHole, 0x01000193);
    } else frame = hashOf(frame, template, at, end);
    at = end;
  }
  return { frame, words };
}

function hashOf(start: number, bytes: Uint8Array, from: number, to: number): number {
  let hash = start;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash;
}

const hashStart = 0x811c9dc5 | 0;
