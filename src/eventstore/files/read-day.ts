import { type DayContents, DayFile } from "./day-file.ts";

/** Contents of a day file; `packedRepeats`: the undecoded list of repeats, when it cannot be read. */
export function readDay(path: string): { contents: DayContents; packedRepeats: Uint8Array | undefined } {
  const file = new DayFile(path);
  try {
    const contents = file.contents();
    return { contents, packedRepeats: contents.repeatsDamage === undefined ? undefined : file.packedRepeats() };
  } finally {
    file.close();
  }
}
