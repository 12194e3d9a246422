import type { TemplateTexts } from "../segment.ts";
import { patternOfTemplate } from "./pattern-of-template.ts";
import { PatternNumbers, type RowPatterns } from "./row-patterns.ts";
import type { UntoldPatterns } from "./untold-patterns.ts";

/**
 * The patterns of texts that are kept as templates: the template usually tells it, and `untold` has those of the other
 * rows.
 */
export function patternsOfTemplates(templates: TemplateTexts, untold: UntoldPatterns, tick: () => void): RowPatterns {
  const { ids } = templates.ids;
  const numbers = new PatternNumbers();
  const told = tellingNumbers(templates, numbers);
  if (untold.values.length <= 1) {
    // Each template is the template of some row.
    for (let id = 1; id < templates.ids.valueCount; id++) {
      if ((id & 0x3f) === 0) tick();
      told(id);
    }
    const isSame = numbers.values.length === templates.ids.valueCount;
    return { values: numbers.values, ids: isSame ? undefined : numbers.pack(ids, told, tick) };
  }
  const { ids: untoldIds } = untold;
  const ofUntold = Uint32Array.from(untold.values, (id) => numbers.numberOf(id));
  const found = new Uint32Array(ids.length);
  for (let row = 0; row < found.length; row++) {
    if ((row & 0xff) === 0) tick();
    const number = untoldIds[row]!;
    found[row] = number === 0 ? told(ids[row]!) : ofUntold[number]!;
  }
  return { values: numbers.values, ids: numbers.pack(found, (number) => number, tick) };
}

/** The number of a template's pattern, found out when it is first asked for. */
function tellingNumbers(templates: TemplateTexts, numbers: PatternNumbers): (id: number) => number {
  const known = new Int32Array(templates.ids.valueCount).fill(-1);
  known[0] = 0;
  return (id) => {
    if (known[id]! < 0) known[id] = numbers.numberOf(patternOfTemplate(templates, id));
    return known[id]!;
  };
}
